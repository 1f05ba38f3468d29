import { HttpConnection, type WireReply } from "../edge/http-connection.ts";
import type { ApiDescription } from "../worker/api-description.ts";
import type { FloodRequests } from "./flood-requests.ts";
import type { NewcomerRequests } from "./newcomer-requests.ts";
import { wireFaults } from "./wire-faults.ts";

/** Connections that ask for anything, connections that go away, and connections of newcomers. */
const READING = 4;
const ABORTING = 1;
const NEWCOMING = 12;

const LONGEST_WAIT_MS = 20;
/**
 * Files asked for until the heaps of the Worker and of the asset store are as large as they become, and
 * the share of the time that they are given at most.
 */
const WARM_UP_FILES = 100_000;
const WARM_UP_SHARE = 1 / 2;
/** Requests of newcomers that are sent at once, and of which the response to one is checked whole. */
const AT_ONCE = 32;

/** Faults of one kind are told once, with an example and a number. */
export class FloodResult {
  /** How many responses there were of each status. */
  readonly statuses = new Map<number, number>();
  /** How often each fault was seen, and a request that brought it about. */
  readonly faults = new Map<string, { count: number; readonly example: string }>();
  answers = 0;
  aborted = 0;
  /** Files that newcomers asked for. */
  files = 0;

  /** Whether as many files were asked for as the memory grows with. */
  get isWarm(): boolean {
    return this.files >= WARM_UP_FILES;
  }
}

export interface FloodOptions {
  readonly port: number;
  /** What responses are held to. */
  readonly description: ApiDescription;
  /** Requests of all kinds, whose responses are checked whole. */
  readonly requests: FloodRequests;
  /** Requests of ever new clients, whose statuses are checked. */
  readonly newcomers: NewcomerRequests;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** Bound of the requests of all connections together. */
  readonly maxRequests: number;
}

/**
 * Asks from many connections at once, each as fast as it is answered. First newcomers ask for files, and
 * requests are broken off: the runtime itself keeps memory of those that wait for a file, whatever Worker
 * passes them on. Then newcomers ask for what is cheap.
 * @param result what is counted, from the beginning
 */
export async function flood(options: FloodOptions, result: FloodResult): Promise<void> {
  const { port, requests, until, maxRequests } = options;
  const started = performance.now();
  const coldUntil = started + WARM_UP_SHARE * (until - started);
  const isCold = () => !result.isWarm && performance.now() < coldUntil;
  let sent = 0;
  const goesOn = (count: number) => {
    if (performance.now() >= until || sent + count > maxRequests) return false;
    sent += count;
    return true;
  };
  const isAborting = (count: number) => isCold() && goesOn(count);
  const times = (count: number, run: (i: number) => Promise<void>) =>
    Array.from({ length: count }, (_, i) => run(i));
  await Promise.all([
    ...times(READING, () => readAll(options, goesOn, result)),
    ...times(ABORTING, (i) => abortAll(port, requests, isAborting, result, i)),
    ...times(NEWCOMING, () => comeAll(options, isCold, goesOn, result)),
  ]);
}

/** Whether so many more requests may be sent. */
type GoesOn = (count: number) => boolean;

async function readAll(
  { port, requests, description }: FloodOptions,
  goesOn: GoesOn,
  result: FloodResult,
): Promise<void> {
  let connection = await HttpConnection.open(port);
  while (goesOn(1)) {
    const request = requests.next();
    try {
      const reply = await connection.send(request);
      count(result, reply);
      for (const fault of wireFaults(request, reply, description)) {
        addFault(result, fault, request);
      }
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
  { port, newcomers, description }: FloodOptions,
  isCold: () => boolean,
  goesOn: GoesOn,
  result: FloodResult,
): Promise<void> {
  let connection = await HttpConnection.open(port);
  for (let batch = 0; goesOn(AT_ONCE); batch++) {
    const areFiles = isCold();
    const expected = Array.from({ length: AT_ONCE }, () =>
      areFiles ? newcomers.nextOfFile() : newcomers.next(),
    );
    try {
      const replies = await connection.sendAll(expected.map(({ request }) => request));
      if (areFiles) result.files += replies.length;
      for (const [i, reply] of replies.entries()) {
        const { request, status } = expected[i]!;
        count(result, reply);
        if (reply.status !== status) {
          addFault(result, `status ${reply.status} for ${status}`, request);
        }
        if (i === batch % AT_ONCE) {
          for (const fault of wireFaults(request, reply, description)) {
            addFault(result, fault, request);
          }
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
