import { canonicalPath } from "./http/address.ts";
import { clientOf } from "./limit/client.ts";
import type { Allowance } from "./limit/limiter.ts";

/** A request in the form that the router and the handlers use. */
export interface ApiRequest {
  /** `GET` for HEAD as well, because both are routed alike. */
  readonly method: string;
  readonly isHead: boolean;
  /** The canonical path, percent-encoded; `undefined` if it cannot be decoded. */
  readonly path: string | undefined;
  /** The path relative to the base path. Empty if it is outside the base path or cannot be decoded. */
  readonly address: string;
  /** The canonical address as an absolute URL, for the router and the asset store. */
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

export function readRequest({ url, method, headers }: Request, basePath: string): ApiRequest {
  const target = url.slice(url.indexOf("/", url.indexOf("://") + 3));
  const queryStart = target.indexOf("?");
  const pathEnd = queryStart === -1 ? target.length : queryStart;
  const path = canonicalPath(target.slice(0, pathEnd), basePath);
  const address = path?.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
  return {
    method: method === "HEAD" ? "GET" : method,
    isHead: method === "HEAD",
    path,
    address,
    url: `http://api${address}`,
    queryString: target.slice(pathEnd + 1),
    ifNoneMatch: headers.get("If-None-Match"),
    client: clientOf(headers.get("CF-Connecting-IP")),
    basePath,
    allowance: undefined,
  };
}
