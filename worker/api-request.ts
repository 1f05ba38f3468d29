import { belowBase } from "./http/below-base.ts";
import { canonicalAddress } from "./http/canonical-address.ts";
import { matchesEtag } from "./http/matches-etag.ts";
import type { Allowance } from "./limit/allowance.ts";
import { type ClientKey, clientKey } from "./limit/client-key.ts";

/** A request as the stages and the router see it. */
export class ApiRequest {
  /** HEAD is answered as GET is, so it is `GET` here. */
  readonly method: string;
  readonly isHead: boolean;
  /**
   * The canonical address: a path, percent-encoded, below the base path. Empty if it lies outside of
   * that, `undefined` if it cannot be decoded.
   */
  readonly address: string | undefined;
  /** What the router matches: an absolute URL of the canonical address. */
  readonly url: string;
  /** The query as it came, without its question mark. */
  readonly queryString: string;
  readonly client: ClientKey;
  /** What the limit said, once the request is counted. */
  allowance: Allowance | undefined = undefined;
  readonly #ifNoneMatch: string | null;

  /** @param basePath What stands in front of every address: empty, or such as `/docs`. */
  constructor({ url, method, headers }: Request, basePath: string) {
    const pathStart = url.indexOf("/", url.indexOf("://") + 3);
    const queryStart = url.indexOf("?");
    const pathEnd = queryStart === -1 ? url.length : queryStart;
    this.method = method === "HEAD" ? "GET" : method;
    this.isHead = method === "HEAD";
    const path = canonicalAddress(url.slice(pathStart, pathEnd));
    this.address = path && belowBase(path, basePath);
    this.url = `http://api${this.address || "/"}`;
    this.queryString = url.slice(pathEnd + 1);
    // The edge sets this header itself, whatever the client sent.
    this.client = clientKey(headers.get("CF-Connecting-IP"));
    this.#ifNoneMatch = headers.get("If-None-Match");
  }

  /** Equal for requests that have the same answer. */
  get key(): string {
    return `${this.address}?${this.queryString}`;
  }

  /** Whether the client asks for what it has no copy of. */
  get isConditional(): boolean {
    return this.#ifNoneMatch !== null;
  }

  /** Whether the client says that it has what the tag stands for. */
  hasCopy(etag: string): boolean {
    return this.#ifNoneMatch !== null && matchesEtag(this.#ifNoneMatch, etag);
  }
}
