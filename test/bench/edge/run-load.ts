import { HttpConnection } from "../../edge/http-connection.ts";
import type { Workerd } from "../../edge/workerd.ts";
import type { Requests } from "./requests.ts";

/** Requests under way at one time, each on a connection of its own. */
const CONNECTIONS = 16;
const MAX_REQUESTS = 40_000;

/** What is asked of a Worker over and over. */
export interface Load {
  readonly name: string;
  readonly workerd: Workerd;
  readonly requests: Requests;
  /** What every one of them must be answered with. */
  readonly status: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** CPU time of the server's process, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Asks as fast as the answers come, for some seconds, and at most 40,000 times.
 * @throws Error if an answer is not of the status expected
 */
export async function runLoad(load: Load, seconds: number): Promise<LoadResult> {
  const { workerd, requests, status } = load;
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpConnection.open(workerd.port)),
  );
  let sent = 0;
  const cpuBefore = workerd.cpuMs;
  const started = performance.now();
  const end = started + 1000 * seconds;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end && sent < MAX_REQUESTS) {
        sent++;
        const reply = await connection.send(requests.next());
        if (reply.status !== status) {
          throw new Error(`${load.name} was answered ${reply.status}, not ${status}`);
        }
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return { requests: sent, seconds: elapsed, cpuMs: workerd.cpuMs - cpuBefore };
}
