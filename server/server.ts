import { createServer, type Server, STATUS_CODES } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { ServerRequest } from "srvx";
import { FastResponse, toNodeHandler } from "srvx/node";
import { api } from "../worker/api.ts";
import { readRequest } from "../worker/request.ts";
import type { Answer } from "../worker/response.ts";
import { createService } from "../worker/service.ts";
import type { Variables } from "../worker/settings.ts";

export { VARIABLE_NAMES } from "../worker/settings.ts";

import { BuiltFolder } from "./built-folder.ts";
import { type ClientOptions, clientReader } from "./client-address.ts";
import { compressed } from "./compress.ts";

export interface ServerOptions extends ClientOptions {
  /** The built folder, which contains `api/` and the search index. */
  readonly folder: string;
  /** The name or address to listen on, such as `localhost` or `0.0.0.0`. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly variables: Variables;
  /** Identifies the code: letters, digits and hyphens. */
  readonly version: string;
}

export interface RunningServer {
  /** Such as `http://localhost:8787`. */
  readonly origin: string;
  /** What precedes `/api/v1` in addresses, such as `/docs`, or nothing. */
  readonly basePath: string;
  /** Stops listening, and resolves after the last in-flight response, or when it takes too long. */
  close(): Promise<void>;
}

/** What a client may send, and how long it may take. Node answers 431 or 408 beyond that, or closes the connection. */
const BOUNDS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
};
/** How long a client may leave an answer unread. */
const IDLE_MS = 30_000;
/** How long the last answers may take when the server ends. */
const CLOSING_MS = 10_000;
const CLOSING_POLL_MS = 20;

/**
 * Serves the API from a built folder.
 *
 * @throws Error if it cannot listen, such as with the code `EADDRINUSE`; or if an address in the options is wrong
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port } = options;
  const clientOf = clientReader(options);
  const folder = new BuiltFolder(options.folder);
  await folder.refresh();
  // A client may end its side after its request, as `nc -N` does; Node has this property, but no type for it.
  const server = Object.assign(createServer(BOUNDS), { httpAllowHalfOpen: true });
  server.setTimeout(IDLE_MS);
  server.listen(port, host);
  await new Promise((resolve, reject) => {
    server.once("listening", resolve).once("error", reject);
  });
  const address = server.address() as AddressInfo;
  const service = createService(options.variables, {
    readFile: (request) => folder.readFile(request),
    searchEngine: () => folder.searchEngine(),
    version: options.version,
    isLoopback: isLoopback(address.address),
  });
  const { basePath } = service.settings;
  const answer = async (request: ServerRequest): Promise<Answer> => {
    await folder.refresh();
    const target = targetOf(request.runtime?.node?.req.url ?? "/");
    const apiRequest = readRequest(request, { target, client: clientOf(request) }, basePath);
    return api.fetch(apiRequest, service);
  };
  const respond = async (request: ServerRequest): Promise<Response> => {
    try {
      const { status, headers, body } = await compressed(await answer(request), request.headers);
      return new FastResponse(body, { status, headers, statusText: STATUS_CODES[status] ?? "" });
    } catch (error) {
      service.errors.write(error);
      return new FastResponse(null, { status: 500 });
    }
  };
  server.on("request", toNodeHandler(respond));
  // Discards the rest of a body that was too large, which precedes the next request of the connection.
  server.on("request", (request, response) => {
    response.once("finish", () => request.removeAllListeners("data").resume());
  });
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return { origin: `http://${name}:${address.port}`, basePath, close: () => close(server) };
}

/** The path and query of a request target, which may be an absolute URL (RFC 9112, section 3.2). */
function targetOf(target: string): string {
  const relative = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*|#.*/gi, "");
  return relative.startsWith("/") ? relative : `/${relative}`;
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const polling = setInterval(() => server.closeIdleConnections(), CLOSING_POLL_MS);
  const timeout = new AbortController();
  await Promise.race([closed, setTimeout(CLOSING_MS, undefined, timeout).catch(() => {})]);
  timeout.abort();
  clearInterval(polling);
  server.closeAllConnections();
}
