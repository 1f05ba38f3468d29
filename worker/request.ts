import { MCP_ADDRESS } from "./contract/addresses.ts";
import { canonicalPath } from "./http/address.ts";
import { clientOf } from "./limit/client.ts";
import type { Allowance } from "./limit/limiter.ts";

/** A request in the form that the router and the routes use. */
export interface ApiRequest {
  /** The request itself, for its headers and its body. Its URL may have been changed by the host. */
  readonly source: Request;
  /** `GET` for HEAD as well, because both are routed in the same way. */
  readonly method: string;
  readonly isHead: boolean;
  /** The canonical path, percent-encoded; `undefined` if it cannot be decoded. */
  readonly path: string | undefined;
  /** The path relative to the base path, `/mcp` for `/mcp/`. Empty if it is outside the base path or cannot be decoded. */
  readonly address: string;
  /** The canonical address as an absolute URL, for the router. */
  readonly url: string;
  /** The raw query, without the question mark. */
  readonly queryString: string;
  readonly ifNoneMatch: string | null;
  /** The key by which requests are counted, see `clientOf`. */
  readonly client: string;
  /** Prefix of every address, such as `/docs`; may be empty. */
  readonly basePath: string;
  /** Set once the request has been counted. */
  allowance: Allowance | undefined;
}

/** What the host passes beside a request, because the request may differ from what was sent. */
export interface Received {
  /** Path and query as they were sent, from the first slash. */
  readonly target: string;
  /** The address of the client; `null` if it is unknown. */
  readonly client: string | null;
}

export function readRequest(
  source: Request,
  { target, client }: Received,
  basePath: string,
): ApiRequest {
  const { method, headers } = source;
  const queryStart = target.indexOf("?");
  const pathEnd = queryStart === -1 ? target.length : queryStart;
  const path = canonicalPath(target.slice(0, pathEnd), basePath);
  const ownPath = path?.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
  // Some bridges add a slash.
  const address = ownPath === `${MCP_ADDRESS}/` ? MCP_ADDRESS : ownPath;
  return {
    source,
    method: method === "HEAD" ? "GET" : method,
    isHead: method === "HEAD",
    path,
    address,
    url: urlOf(address),
    queryString: target.slice(pathEnd + 1),
    ifNoneMatch: headers.get("If-None-Match"),
    client: clientOf(client),
    basePath,
    allowance: undefined,
  };
}

/** The parts of a request by which a host finds a built file. */
export type FileRequest = Pick<ApiRequest, "address" | "isHead" | "ifNoneMatch">;

/** Asks for the file at an address, whatever the client has. */
export function wholeFile(address: string): FileRequest {
  return { address, isHead: false, ifNoneMatch: null };
}

/** An address as an absolute URL. */
export function urlOf(address: string): string {
  return `http://api${address}`;
}
