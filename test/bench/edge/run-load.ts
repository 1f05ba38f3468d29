import type { Workerd } from "../../edge/workerd.ts";
import { AnswerCheck, type ExpectedAnswers } from "./answer-check.ts";
import { LoadConnection } from "./load-connection.ts";
import type { Requests } from "./requests.ts";

const CONNECTIONS = 16;
/** Requests of one connection that are sent in one write. */
const AT_ONCE = 4;
const MAX_REQUESTS = 40_000;

/** What is asked of a Worker over and over. */
export interface Load extends ExpectedAnswers {
  readonly name: string;
  readonly workerd: Workerd;
  readonly requests: Requests;
  /** Requests of one connection that are sent in one write: 4 when absent. */
  readonly atOnce?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** CPU time of the server's process, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Asks as fast as the answers come, for some seconds, and at most 40,000 times.
 * @throws Error if an answer is not what it must be
 */
export async function runLoad(load: Load, seconds: number): Promise<LoadResult> {
  const { workerd, requests, atOnce = AT_ONCE } = load;
  let left = MAX_REQUESTS;
  let end = 0;
  const wanted = () => {
    const count = performance.now() < end ? Math.min(atOnce, left) : 0;
    left -= count;
    return count;
  };
  const check = new AnswerCheck(requests, load);
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      LoadConnection.open(workerd.port, { requests, check, wanted }),
    ),
  );
  try {
    const cpuBefore = workerd.cpuMs;
    const started = performance.now();
    end = started + 1000 * seconds;
    const answers = await Promise.all(connections.map((connection) => connection.run()));
    const elapsed = (performance.now() - started) / 1000;
    const cpuMs = workerd.cpuMs - cpuBefore;
    return { requests: answers.reduce((sum, count) => sum + count), seconds: elapsed, cpuMs };
  } finally {
    for (const connection of connections) connection.close();
  }
}
