import { HttpConnection, type WireReply } from "../edge/http-connection.ts";
import type { FloodRequests } from "./flood-requests.ts";
import type { NewcomerRequests } from "./newcomer-requests.ts";
import { wireFaults } from "./wire-faults.ts";

/** Connections that ask for anything, connections that go away, and connections of newcomers. */
const READING = 4;
const ABORTING = 1;
const NEWCOMING = 12;

const LONGEST_WAIT_MS = 20;
/**
 * Share of the time in which requests are broken off: the runtime itself keeps memory of those that wait
 * for a file, whatever Worker passes them on, so the memory is judged without them.
 */
const ABORTING_SHARE = 1 / 4;
/** Requests of newcomers that are sent at once, and of which the headers of one are checked. */
const AT_ONCE = 32;

/** Faults of one kind are told once, with an example and a number. */
export interface FloodResult {
  /** How many responses there were of each status. */
  readonly statuses: Map<number, number>;
  /** How often each fault was seen, and a request that brought it about. */
  readonly faults: Map<string, { count: number; readonly example: string }>;
  answers: number;
  aborted: number;
}

export interface FloodOptions {
  readonly port: number;
  /** Requests of all kinds, whose responses are checked whole. */
  readonly requests: FloodRequests;
  /** Cheap requests of ever new clients, whose statuses are checked. */
  readonly newcomers: NewcomerRequests;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** Bound of the requests of all connections together. */
  readonly maxRequests: number;
}

/**
 * Asks from many connections at once, each as fast as it is answered.
 * @param result what is counted, from the beginning
 */
export async function flood(options: FloodOptions, result: FloodResult): Promise<void> {
  const { port, requests, newcomers, until, maxRequests } = options;
  const started = performance.now();
  const abortingUntil = started + ABORTING_SHARE * (until - started);
  let sent = 0;
  const goesOn = (count: number) => {
    if (performance.now() >= until || sent + count > maxRequests) return false;
    sent += count;
    return true;
  };
  const isAborting = (count: number) => performance.now() < abortingUntil && goesOn(count);
  const times = (count: number, run: (i: number) => Promise<void>) =>
    Array.from({ length: count }, (_, i) => run(i));
  await Promise.all([
    ...times(READING, () => readAll(port, requests, goesOn, result)),
    ...times(ABORTING, (i) => abortAll(port, requests, isAborting, result, i)),
    ...times(NEWCOMING, () => comeAll(port, newcomers, goesOn, result)),
  ]);
}

/** Whether so many more requests may be sent. */
type GoesOn = (count: number) => boolean;

async function readAll(
  port: number,
  requests: FloodRequests,
  goesOn: GoesOn,
  result: FloodResult,
): Promise<void> {
  let connection = await HttpConnection.open(port);
  while (goesOn(1)) {
    const request = requests.next();
    try {
      const reply = await connection.send(request);
      count(result, reply);
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
  goesOn: GoesOn,
  result: FloodResult,
  start: number,
): Promise<void> {
  while (goesOn(1)) {
    const connection = await HttpConnection.open(port);
    await connection.abort(requests.next(), (start + result.aborted++) % LONGEST_WAIT_MS);
  }
}

async function comeAll(
  port: number,
  newcomers: NewcomerRequests,
  goesOn: GoesOn,
  result: FloodResult,
): Promise<void> {
  let connection = await HttpConnection.open(port);
  for (let batch = 0; goesOn(AT_ONCE); batch++) {
    const expected = Array.from({ length: AT_ONCE }, () => newcomers.next());
    try {
      const replies = await connection.sendAll(expected.map(({ request }) => request));
      for (const [i, reply] of replies.entries()) {
        const { request, status } = expected[i]!;
        count(result, reply);
        if (reply.status !== status) {
          addFault(result, `status ${reply.status} for ${status}`, request);
        }
        if (i === batch % AT_ONCE) {
          for (const fault of wireFaults(reply)) addFault(result, fault, request);
        }
      }
    } catch (error) {
      addFault(result, error instanceof Error ? error.message : "no answer", expected[0]!.request);
      connection = await HttpConnection.open(port);
    }
  }
  connection.close();
}

function count(result: FloodResult, { status }: WireReply): void {
  result.answers++;
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
}

function addFault({ faults }: FloodResult, fault: string, example: string): void {
  const known = faults.get(fault);
  if (known === undefined) faults.set(fault, { count: 1, example });
  else known.count++;
}
