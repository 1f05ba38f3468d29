import { PROBLEM_CONTENT_TYPE } from "../contract/problems.ts";
import { SUCCESS_HEADERS } from "../contract/success-headers.ts";
import type { Allowance } from "../limit/allowance.ts";

/** How long a browser may remember a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

const MAX_PREPARED = 1024;

const EXPOSED =
  "ETag, Retry-After, Allow, X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit, RateLimit-Policy";

const {
  "Content-Type": JSON_TYPE,
  "Cache-Control": LIFETIME,
  ...ON_EVERY_RESPONSE
} = SUCCESS_HEADERS;

/**
 * Responses without a body, with all headers but those of one answer alone. In the runtime a response
 * is mostly the price of its headers: of setting each, of copying them all, of sending them. Setting
 * them is done once for many, since most clients ask once or a few times and so have one of a few
 * allowances; and a response that has no body can be sent again and again, so it is not copied either.
 *
 * At most 1,024, about 5 MB; then it starts anew.
 */
export class PreparedResponses {
  readonly #success: Headers;
  readonly #unchanged: Headers;
  readonly #preflight: Headers;
  readonly #problem: Headers;
  readonly #prepared = new Map<string, Response>();

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

  /**
   * The response of a status and an allowance: never to be changed. Of 204 and 304 it is whole, and is
   * sent as it is; the others are made with it and a body, `new Response(body, prepared)`.
   *
   * @param etag The entity tag of a 304, quotes included.
   */
  of(status: number, { remaining, resetSeconds }: Allowance, etag = ""): Response {
    const key = `${status} ${remaining} ${resetSeconds} ${etag}`;
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const response = new Response(null, { status, headers: this.#shared(status) });
    response.headers.set("X-RateLimit-Remaining", String(remaining));
    response.headers.set("RateLimit", `"default";r=${remaining};t=${resetSeconds}`);
    if (status === 429) response.headers.set("Retry-After", String(resetSeconds));
    if (etag !== "") response.headers.set("ETag", etag);
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    this.#prepared.set(key, response);
    return response;
  }

  #shared(status: number): Headers {
    if (status === 200) return this.#success;
    if (status === 304) return this.#unchanged;
    return status === 204 ? this.#preflight : this.#problem;
  }
}
