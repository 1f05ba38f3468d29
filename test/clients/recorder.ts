import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import type { Reply } from "../worker/api-description.ts";

/** A proxy that records the requests and their statuses. */
export interface Recorder {
  readonly origin: string;
  /** One line per response, in order: method, path with query, status. */
  readonly exchanges: readonly string[];
  stop(): void;
}

/** A limit that is reached after some requests, at whatever pace they come, and then for as long as the refusal says. */
export interface Limit {
  readonly requests: number;
  readonly refusal: Reply;
}

/** Timers of other programs may end so much early. */
const TOLERANCE_MS = 10;

/**
 * @param origin The server to pass requests on to, on loopback.
 * @param limit Whether some of them are refused instead.
 */
export async function startRecorder(origin: string, limit?: Limit): Promise<Recorder> {
  const exchanges: string[] = [];
  const { hostname, port } = new URL(origin);
  const refused = limit && refuser(limit);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const refusal = refused?.();
    if (refusal) {
      exchanges.push(`${method} ${path} ${refusal.status}`);
      return void outgoing.writeHead(refusal.status, refusal.headers).end(refusal.body);
    }
    // A connection that was used before might be closed just now.
    const to = { hostname, port, method, path, headers, agent: false } as const;
    const onward = request(to, (response) => {
      const { statusCode = 502 } = response;
      exchanges.push(`${method} ${path} ${statusCode}`);
      if (outgoing.destroyed) return void response.destroy();
      outgoing.writeHead(statusCode, response.headers);
      pipeline(response, outgoing, () => {});
    });
    onward.on("error", () => outgoing.destroy());
    pipeline(incoming, onward, () => {});
  });
  // Not while a client that was busy uses the connection again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns a function that counts a request, and returns the refusal if it is to be refused. */
function refuser({ requests, refusal }: Limit): () => Reply | undefined {
  let count = 0;
  let until: number | undefined;
  return () => {
    if (++count <= requests) return undefined;
    const now = performance.now();
    until ??= now + 1000 * Number(refusal.headers["retry-after"]) - TOLERANCE_MS;
    return now < until ? refusal : undefined;
  };
}
