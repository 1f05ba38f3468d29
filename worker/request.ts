import { canonicalPath } from "./http/address.ts";
import { clientOf } from "./limit/client.ts";
import type { Allowance } from "./limit/limiter.ts";

/** A request as the handlers and the router see it. */
export interface ApiRequest {
  /** HEAD is answered as GET is, so it is `GET` here. */
  readonly method: string;
  readonly isHead: boolean;
  /** Whether the path can be decoded. */
  readonly isDecodable: boolean;
  /**
   * The canonical address: a path, percent-encoded, below the base path. Empty if it lies outside of
   * that or cannot be decoded.
   */
  readonly address: string;
  /** What the router matches: an absolute URL of the canonical address. */
  readonly url: string;
  /** The query as it came, without its question mark. */
  readonly queryString: string;
  readonly ifNoneMatch: string | null;
  readonly client: string;
  /** What stands in front of every address: empty, or such as `/docs`. */
  readonly basePath: string;
  /** What the limit said, once the request is counted. */
  allowance: Allowance | undefined;
}

export function readRequest({ url, method, headers }: Request, basePath: string): ApiRequest {
  const target = url.slice(url.indexOf("/", url.indexOf("://") + 3));
  const queryStart = target.indexOf("?");
  const pathEnd = queryStart === -1 ? target.length : queryStart;
  const path = canonicalPath(target.slice(0, pathEnd), basePath);
  const address = path?.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
  return {
    method: method === "HEAD" ? "GET" : method,
    isHead: method === "HEAD",
    isDecodable: path !== undefined,
    address,
    url: `http://api${address}`,
    queryString: target.slice(pathEnd + 1),
    ifNoneMatch: headers.get("If-None-Match"),
    client: clientOf(headers.get("CF-Connecting-IP")),
    basePath,
    allowance: undefined,
  };
}
