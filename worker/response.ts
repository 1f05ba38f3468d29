import {
  PROBLEM_CONTENT_TYPE,
  PROBLEM_TYPES,
  type ProblemDetails,
  type ProblemName,
  problemTypeUri,
} from "./contract/problems.ts";
import { SUCCESS_HEADERS } from "./contract/success-headers.ts";
import { type Limiters, limiterOf } from "./limit/limiters.ts";
import { logRequest } from "./log.ts";
import type { ApiRequest } from "./request.ts";
import type { Settings } from "./settings.ts";

type Headers = Readonly<Record<string, string>>;

/** What a route returns, and after `respond` what the host sends. */
export interface Answer {
  readonly status: number;
  /** Not sent to HEAD. */
  readonly body: BodyInit | null;
  /** Those that are specific to this answer; after `respond`, all. */
  readonly headers: Headers;
}

const { "Content-Type": JSON_TYPE, ...SHARED_HEADERS } = SUCCESS_HEADERS;

/** @param etag A strong entity tag, quotes included. */
export function success(body: BodyInit | null, etag: string): Answer {
  return { status: 200, body, headers: { "Content-Type": JSON_TYPE, ETag: etag } };
}

/** The body of an answer that is JSON. */
export function jsonOf<T>({ body }: Answer): Promise<T> {
  return new Response(body).json();
}

/** Tells the client that its copy, identified by this tag, is still current. */
export function notModified(etag: string): Answer {
  return { status: 304, body: null, headers: { ETag: etag } };
}

/** Sends the client to another address of the API permanently. */
export function moved(location: string): Answer {
  const headers = { "Content-Type": JSON_TYPE, Location: location };
  return { status: 308, body: JSON.stringify({ location }), headers };
}

/**
 * An error as a problem document.
 *
 * @param members Those besides `type`, `title` and `status`. Default of `detail`, one or two sentences for the reader of
 *   the client's log: that of the kind of problem.
 * @param headers Headers specific to this answer.
 */
export function problem(
  { address, basePath }: ApiRequest,
  name: ProblemName,
  members: Partial<Pick<ProblemDetails, "detail" | "instance" | "suggestions" | "addresses">> = {},
  headers: Headers = {},
): Answer {
  const { status, title, detail } = PROBLEM_TYPES[name];
  const type = basePath + problemTypeUri(name);
  const document: ProblemDetails = { type, title, status, detail, ...members };
  // The root is what people open in a browser.
  const indent = address === "/" ? 2 : 0;
  return {
    status,
    body: JSON.stringify(document, null, indent),
    headers: { "Content-Type": PROBLEM_CONTENT_TYPE, "Cache-Control": "no-store", ...headers },
  };
}

/** Completes an answer with the headers that all have. */
export function respond(
  { status, body, headers }: Answer,
  request: ApiRequest,
  service: Limiters & { readonly settings: Settings; readonly version: string },
): Answer {
  const { settings, version } = service;
  const { windowSeconds, sampleRate } = settings;
  const limiter = limiterOf(request, service);
  const policy = limiter === service.limiter ? '"default"' : '"mcp"';
  // A preflight is not counted, so it has no allowance yet.
  const allowance = request.allowance ?? limiter.peek(request.client, performance.now());
  logRequest(request, status, sampleRate);
  return {
    status,
    body,
    headers: {
      ...SHARED_HEADERS,
      "Access-Control-Expose-Headers":
        "ETag, Link, Retry-After, Allow, X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit, RateLimit-Policy, X-Version",
      "X-Version": version,
      "X-RateLimit-Limit": String(limiter.limit),
      "X-RateLimit-Remaining": String(allowance.remaining),
      "RateLimit-Policy": `${policy};q=${limiter.limit};w=${windowSeconds}`,
      RateLimit: `${policy};r=${allowance.remaining};t=${allowance.resetSeconds}`,
      ...headers,
    },
  };
}
