import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

/** A proxy that records the requests and their statuses. */
export interface Recorder {
  readonly origin: string;
  /** One line per response, in order: method, path with query, status. */
  readonly exchanges: readonly string[];
  stop(): void;
}

/** @param origin The server to pass requests on to, on loopback. */
export async function startRecorder(origin: string): Promise<Recorder> {
  const exchanges: string[] = [];
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (response) => {
      const { statusCode = 502 } = response;
      exchanges.push(`${method} ${path} ${statusCode}`);
      if (outgoing.destroyed) return void response.destroy();
      outgoing.writeHead(statusCode, response.headers);
      pipeline(response, outgoing, () => {});
    });
    onward.on("error", () => outgoing.destroy());
    pipeline(incoming, onward, () => {});
  });
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
