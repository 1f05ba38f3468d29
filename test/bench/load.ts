import { HttpConnection } from "../edge/http-connection.ts";
import type { Workerd } from "../edge/workerd.ts";

/** So many clients that none of them reaches the limit. */
const CLIENTS = 8192;
/** Requests that a connection sends in one write. */
const PIPELINED = 4;

/** Requests asked of a Worker over and over, each of which has to be answered with `status`. */
export interface Load {
  name: string;
  workerd: Workerd;
  requests: readonly string[];
  status: number;
  /** Default: 32. */
  connections?: number;
  /** The name of the load it is compared with, and the least ratio of their rates aimed at. */
  beside?: string;
  goal?: number;
}

export interface Turn {
  rate: number;
  /** CPU time of the server per request, in microseconds. */
  cpuMicroseconds: number;
}

/** GET requests for the targets in turn, by as many clients as there are; the edge sets their addresses. */
export function requestsFor(
  targets: readonly string[],
  etags: readonly string[] = [],
  clients = CLIENTS,
) {
  return Array.from({ length: Math.max(targets.length, clients) }, (_, i) => {
    const etag = etags[i % targets.length];
    const client = i % clients;
    const fields = [
      "Host: localhost",
      `CF-Connecting-IP: 10.0.${client >> 8}.${client & 255}`,
      ...(etag === undefined ? [] : [`If-None-Match: ${etag}`]),
    ];
    return `GET ${targets[i % targets.length]} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`;
  });
}

/**
 * Asks as fast as the answers come, going on in the requests where the turn before left off.
 * @throws Error if an answer has another status than it must have
 */
async function takeTurn(load: Load, seconds: number, from: { next: number }): Promise<Turn> {
  const { workerd, requests, status, connections: count = 32 } = load;
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
        () => requests[from.next++ % requests.length]!,
      );
      for (const [i, reply] of (await connection.sendAll(batch)).entries()) {
        answers++;
        if (reply.status === status) continue;
        throw new Error(`${load.name}: ${reply.status} for ${batch[i]}`);
      }
    }
  };
  try {
    await Promise.all(connections.map(ask));
    const elapsed = performance.now() - started;
    return {
      rate: (1000 * answers) / elapsed,
      cpuMicroseconds: (1000 * (workerd.cpuMs - cpuBefore)) / answers,
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Every load in turn, every other round backwards, after one round to warm up. */
export async function takeTurns(loads: readonly Load[], rounds: number, seconds: number) {
  const turns = new Map(loads.map((load) => [load, { from: { next: 0 }, taken: [] as Turn[] }]));
  for (const [load, { from }] of turns) await takeTurn(load, seconds, from);
  for (let round = 0; round < rounds; round++) {
    for (const load of round % 2 === 0 ? loads : loads.toReversed()) {
      const { from, taken } = turns.get(load)!;
      taken.push(await takeTurn(load, seconds, from));
    }
  }
  return new Map([...turns].map(([load, { taken }]) => [load, taken]));
}
