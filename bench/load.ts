import { HttpConnection } from "../test/edge/http-connection.ts";
import type { ServerProcess } from "./server-process.ts";

/** Enough clients that none of them reaches the limit. */
const CLIENTS = 8192;
/** Requests that a connection sends in one write. */
const PIPELINED = 4;

/** Requests sent to a Worker over and over, each of which must be answered with `status`. */
export interface Load {
  name: string;
  workerd: ServerProcess;
  requests: readonly string[];
  /** Default: 200. */
  status?: number;
  /** Default: 32. */
  connections?: number;
  /** The name of the load it is compared with, and the minimum ratio of their rates to aim for. */
  beside?: string;
  goal?: number;
}

/** A load, with requests per second and microseconds of the server's CPU time per request, by round. */
export interface Result extends Load {
  rates: number[];
  cpu: number[];
}

interface RequestOptions {
  /** Sent in `If-None-Match` with the target at the same place. */
  etags?: readonly string[];
  /** Number of clients. */
  clients?: number;
  /** Sent in `Accept-Encoding`. */
  encoding?: string;
}

/** GET requests for the targets in turn, from many clients, with the address header that the edge sets. */
export function requestsFor(
  targets: readonly string[],
  { etags = [], clients = CLIENTS, encoding }: RequestOptions = {},
): string[] {
  return Array.from({ length: Math.max(targets.length, clients) }, (_, i) => {
    const etag = etags[i % targets.length];
    const client = i % clients;
    const fields = [
      "Host: localhost",
      `CF-Connecting-IP: 10.0.${client >> 8}.${client & 255}`,
      ...(etag === undefined ? [] : [`If-None-Match: ${etag}`]),
      ...(encoding === undefined ? [] : [`Accept-Encoding: ${encoding}`]),
    ];
    return `GET ${targets[i % targets.length]} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`;
  });
}

/**
 * Sends requests as fast as they are answered, continuing where the previous turn left off.
 * @throws Error if a response has an unexpected status
 */
async function takeTurn(load: Result & { next: number }, seconds: number): Promise<void> {
  const { workerd, requests, status = 200, connections: count = 32 } = load;
  const connections = await Promise.all(
    Array.from({ length: count }, () => HttpConnection.open(workerd.port)),
  );
  const cpuBefore = workerd.cpuMs;
  const started = performance.now();
  let answers = 0;
  const ask = async (connection: HttpConnection) => {
    while (performance.now() - started < 1000 * seconds) {
      const batch = Array.from(
        { length: PIPELINED },
        () => requests[load.next++ % requests.length]!,
      );
      for (const [i, reply] of (await connection.sendAll(batch)).entries()) {
        answers++;
        if (reply.status === status) continue;
        throw new Error(`${load.name}: ${reply.status} for ${batch[i]}`);
      }
    }
  };
  await Promise.all(connections.map(ask));
  load.rates.push((1000 * answers) / (performance.now() - started));
  load.cpu.push((1000 * (workerd.cpuMs - cpuBefore)) / answers);
  for (const connection of connections) connection.close();
}

/** Runs every load in turn, backwards in every other round, after one round to warm up. */
export async function takeTurns(
  loads: readonly Load[],
  rounds: number,
  seconds: number,
): Promise<Result[]> {
  const results = loads.map((load) => ({ ...load, rates: [], cpu: [], next: 0 }));
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? results : results.toReversed();
    for (const result of order) await takeTurn(result, seconds);
  }
  return results.map((result) => ({
    ...result,
    rates: result.rates.slice(1),
    cpu: result.cpu.slice(1),
  }));
}
