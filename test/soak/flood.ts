import { HttpConnection } from "../edge/http-connection.ts";
import type { FloodRequests } from "./flood-requests.ts";
import { wireFaults } from "./wire-faults.ts";

/** Connections that read their answers, and connections that go away before. */
const READING = 32;
const ABORTING = 2;
const LONGEST_WAIT_MS = 20;

/** Faults of one kind are told once, with an example and a number. */
export interface FloodResult {
  /** How many responses there were of each status. */
  readonly statuses: Map<number, number>;
  /** How often each fault was seen, and a request that brought it about. */
  readonly faults: Map<string, { count: number; readonly example: string }>;
  answers: number;
  aborted: number;
}

/**
 * Asks from many connections at once, each as fast as it is answered.
 * @param result what is counted, from the beginning
 * @param until on the clock of `performance.now()`
 * @param maxRequests of all connections together
 */
export async function flood(
  port: number,
  requests: FloodRequests,
  until: number,
  maxRequests: number,
  result: FloodResult,
): Promise<void> {
  let sent = 0;
  const goesOn = () => performance.now() < until && sent++ < maxRequests;
  await Promise.all([
    ...Array.from({ length: READING }, () => readAll(port, requests, goesOn, result)),
    ...Array.from({ length: ABORTING }, (_, i) => abortAll(port, requests, goesOn, result, i)),
  ]);
}

async function readAll(
  port: number,
  requests: FloodRequests,
  goesOn: () => boolean,
  result: FloodResult,
): Promise<void> {
  let connection = await HttpConnection.open(port);
  while (goesOn()) {
    const request = requests.next();
    try {
      const reply = await connection.send(request);
      result.answers++;
      result.statuses.set(reply.status, (result.statuses.get(reply.status) ?? 0) + 1);
      for (const fault of wireFaults(reply)) addFault(result, fault, request);
    } catch (error) {
      addFault(result, error instanceof Error ? error.message : "no answer", request);
      connection = await HttpConnection.open(port);
    }
  }
  connection.close();
}

async function abortAll(
  port: number,
  requests: FloodRequests,
  goesOn: () => boolean,
  result: FloodResult,
  start: number,
): Promise<void> {
  while (goesOn()) {
    const connection = await HttpConnection.open(port);
    await connection.abort(requests.next(), (start + result.aborted++) % LONGEST_WAIT_MS);
  }
}

function addFault({ faults }: FloodResult, fault: string, example: string): void {
  const known = faults.get(fault);
  if (known === undefined) faults.set(fault, { count: 1, example });
  else known.count++;
}
