import { PROBLEM_CONTENT_TYPE } from "../contract/problem-content-type.ts";
import { SUCCESS_HEADERS } from "../contract/success-headers.ts";
import type { Allowance } from "../limit/allowance.ts";

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

const MAX_COMPLETED = 512;
/** More than any status, and more than any number of seconds that a limit waits. */
const STATUSES = 1000;
const SECONDS = 86_401;

const EXPOSED =
  "ETag, Retry-After, Allow, X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit, RateLimit-Policy";

const {
  "Content-Type": JSON_TYPE,
  "Cache-Control": LIFETIME,
  ...ON_EVERY_RESPONSE
} = SUCCESS_HEADERS;

/**
 * The headers that responses share. Made once: in the runtime a header costs about a microsecond each
 * time it is set, and copying a `Headers` costs a fraction of that. Those with an allowance in them are
 * kept too, at most 512, since most clients ask once or a few times and so have one of a few.
 */
export class ResponseHeaders {
  readonly #success: Headers;
  readonly #unchanged: Headers;
  readonly #preflight: Headers;
  readonly #problem: Headers;
  readonly #completed = new Map<number, Headers>();

  /** @param limit Requests of one client in a window of `windowSeconds`. */
  constructor(limit: number, windowSeconds: number) {
    const shared = {
      ...ON_EVERY_RESPONSE,
      "Access-Control-Expose-Headers": EXPOSED,
      "X-RateLimit-Limit": String(limit),
      "RateLimit-Policy": `"default";q=${limit};w=${windowSeconds}`,
    };
    this.#unchanged = new Headers({ ...shared, "Cache-Control": LIFETIME });
    this.#success = new Headers({
      ...shared,
      "Cache-Control": LIFETIME,
      "Content-Type": JSON_TYPE,
    });
    this.#preflight = new Headers({
      ...shared,
      "Cache-Control": "no-store",
      // The asterisk stands for every header but Authorization.
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE_SECONDS),
    });
    this.#problem = new Headers({
      ...shared,
      "Cache-Control": "no-store",
      "Content-Type": PROBLEM_CONTENT_TYPE,
    });
  }

  /** The headers of a status and an allowance, to be copied. */
  of(status: number, { remaining, resetSeconds }: Allowance): Headers {
    const key = (remaining * SECONDS + resetSeconds) * STATUSES + status;
    const known = this.#completed.get(key);
    if (known !== undefined) return known;
    const headers = new Headers(this.#shared(status));
    headers.set("X-RateLimit-Remaining", String(remaining));
    headers.set("RateLimit", `"default";r=${remaining};t=${resetSeconds}`);
    if (status === 429) headers.set("Retry-After", String(resetSeconds));
    if (this.#completed.size >= MAX_COMPLETED) this.#completed.clear();
    this.#completed.set(key, headers);
    return headers;
  }

  #shared(status: number): Headers {
    if (status === 200) return this.#success;
    if (status === 304) return this.#unchanged;
    return status === 204 ? this.#preflight : this.#problem;
  }
}
