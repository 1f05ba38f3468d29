import { HttpConnection } from "../../test/edge/http-connection.ts";
import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";

/** One request as its client saw it; times in milliseconds on the client's clock. */
export interface Asked {
  sent: number;
  received: number;
  isAccepted: boolean;
}

/** The runtime's clock shows whole milliseconds. */
const RESOLUTION_MS = 2;

/**
 * Sends requests one after another at a given pace, as one client.
 * @param addresses of this one client, used in turn
 * @param pause milliseconds to wait before the next request, given how many were sent
 * @param until on the clock of `performance.now()`
 */
export async function askAtPace(
  port: number,
  addresses: readonly string[],
  pause: (sent: number) => number,
  until: number,
): Promise<Asked[]> {
  let connection = await HttpConnection.open(port);
  const asked: Asked[] = [];
  while (performance.now() < until) {
    connection = await connection.ready();
    const sent = performance.now();
    const { status } = await connection.send(
      `HEAD ${LIST_ADDRESS} HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: ${addresses[asked.length % addresses.length]}\r\n\r\n`,
    );
    asked.push({ sent, received: performance.now(), isAccepted: status !== 429 });
    const wait = Math.min(pause(asked.length), until - performance.now());
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  connection.close();
  return asked;
}

/**
 * Returns where a limiter broke its promise: in any window it accepts at most `limit` requests, and it
 * refuses none while it has accepted fewer. It saw each request at some moment between `sent` and
 * `received`; a fault is reported only if it is one for every such moment.
 * @param asked in the order sent, each after the response to the previous one
 */
export function limitFaults(asked: readonly Asked[], limit: number, windowMs: number): string[] {
  const accepted = asked.filter(({ isAccepted }) => isAccepted);
  const tooMany = accepted.filter(({ sent }, i) => {
    const later = accepted[i + limit];
    return later !== undefined && later.received - sent < windowMs - RESOLUTION_MS;
  });
  const tooFew = asked.filter((request) => {
    if (request.isAccepted) return false;
    const start = request.sent - windowMs - RESOLUTION_MS;
    const inWindow = accepted.filter(
      ({ sent, received }) => received >= start && sent < request.received,
    );
    return inWindow.length < limit;
  });
  return [
    ...tooMany.map(
      ({ sent }) => `more than ${limit} accepted in the window from ${sent.toFixed()} ms`,
    ),
    ...tooFew.map(
      ({ sent }) => `refused at ${sent.toFixed()} ms with fewer than ${limit} accepted`,
    ),
  ];
}
