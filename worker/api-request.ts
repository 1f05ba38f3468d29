import { belowBase } from "./http/below-base.ts";
import { canonicalAddress } from "./http/canonical-address.ts";
import { matchesEtag } from "./http/matches-etag.ts";
import type { Allowance } from "./limit/allowance.ts";
import { type ClientKey, clientKey } from "./limit/client-key.ts";

/** A request as the stages and the router see it. What few of them ask for is found when they do. */
export class ApiRequest {
  /** HEAD is answered as GET is, so it is `GET` here. */
  readonly method: string;
  readonly isHead: boolean;
  /** Path and query as they came. Equal for requests that have the same answer. */
  readonly target: string;
  readonly client: ClientKey;
  /** What the limit said, once the request is counted. */
  allowance: Allowance | undefined = undefined;
  readonly #headers: Headers;
  readonly #basePath: string;
  /** `null` until it is asked for. */
  #address: string | undefined | null = null;

  /** @param basePath What stands in front of every address: empty, or such as `/docs`. */
  constructor({ url, method, headers }: Request, basePath: string) {
    this.method = method === "HEAD" ? "GET" : method;
    this.isHead = method === "HEAD";
    this.target = url.slice(url.indexOf("/", url.indexOf("://") + 3));
    // The edge sets this header itself, whatever the client sent.
    this.client = clientKey(headers.get("CF-Connecting-IP"));
    this.#headers = headers;
    this.#basePath = basePath;
  }

  /**
   * The canonical address: a path, percent-encoded, below the base path. Empty if it lies outside of
   * that, `undefined` if it cannot be decoded.
   */
  get address(): string | undefined {
    if (this.#address === null) {
      const path = canonicalAddress(this.target.slice(0, this.#pathEnd));
      this.#address = path && belowBase(path, this.#basePath);
    }
    return this.#address;
  }

  /** What the router matches: an absolute URL of the canonical address. */
  get url(): string {
    return `http://api${this.address || "/"}`;
  }

  /** The query as it came, without its question mark. */
  get queryString(): string {
    return this.target.slice(this.#pathEnd + 1);
  }

  /** Whether the client says that it has what the tag stands for. */
  hasCopy(etag: string): boolean {
    const list = this.#headers.get("If-None-Match");
    return list !== null && matchesEtag(list, etag);
  }

  get #pathEnd(): number {
    const queryStart = this.target.indexOf("?");
    return queryStart === -1 ? this.target.length : queryStart;
  }
}
