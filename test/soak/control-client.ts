import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import { HttpConnection } from "../edge/http-connection.ts";
import type { AskedOnce } from "./limit-faults.ts";

/** How long a client waits before its next request, in milliseconds, given how many it has sent. */
export type Pace = (sent: number) => number;

/**
 * One client that asks at its own pace, one request after the other, until a time.
 *
 * @param addresses of one client, used in turn
 * @param until on the clock of `performance.now()`
 * @returns every request in the order sent
 */
export async function controlClient(
  port: number,
  addresses: readonly string[],
  pace: Pace,
  until: number,
): Promise<AskedOnce[]> {
  let connection = await HttpConnection.open(port);
  const asked: AskedOnce[] = [];
  while (performance.now() < until) {
    const address = addresses[asked.length % addresses.length];
    // The runtime closes a connection on which nothing was asked for some seconds.
    if (!connection.isOpen) connection = await HttpConnection.open(port);
    const sent = performance.now();
    const { status } = await connection.send(
      `HEAD ${LIST_ADDRESS} HTTP/1.1\r\nHost: localhost\r\nCF-Connecting-IP: ${address}\r\n\r\n`,
    );
    asked.push({ sent, received: performance.now(), accepted: status !== 429 });
    const waitMs = Math.min(pace(asked.length), until - performance.now());
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  connection.close();
  return asked;
}
