import {
  PROBLEM_CONTENT_TYPE,
  PROBLEM_TYPES,
  type ProblemDetails,
  type ProblemName,
  problemTypeUri,
} from "./contract/problems.ts";
import { SUCCESS_HEADERS } from "./contract/success-headers.ts";
import { logRequest } from "./log.ts";
import type { ApiRequest } from "./request.ts";
import type { Service } from "./service.ts";

type Headers = Readonly<Record<string, string>>;

/** What a handler returns; `respond` turns it into a response. */
export interface Answer {
  readonly status: number;
  readonly body: BodyInit | null;
  /** Headers specific to this answer. */
  readonly headers: Headers;
}

const { "Content-Type": JSON_TYPE, ...SHARED_HEADERS } = SUCCESS_HEADERS;

/** @param etag A strong entity tag, quotes included. */
export function success(body: BodyInit | null, etag: string): Answer {
  return { status: 200, body, headers: { "Content-Type": JSON_TYPE, ETag: etag } };
}

/** Tells the client that its copy, identified by this tag, is still current. */
export function notModified(etag: string): Answer {
  return { status: 304, body: null, headers: { ETag: etag } };
}

/** Sends the client to another address of the API, for good. */
export function moved(location: string): Answer {
  const headers = { "Content-Type": JSON_TYPE, Location: location };
  return { status: 308, body: JSON.stringify({ location }), headers };
}

/**
 * An error as a problem document.
 *
 * @param detail One or two sentences for whoever reads the client's log.
 * @param members Members beyond those that every problem has.
 * @param headers Headers specific to this answer.
 */
export function problem(
  { address, basePath }: ApiRequest,
  name: ProblemName,
  detail: string,
  members: Pick<ProblemDetails, "instance" | "suggestions" | "addresses"> = {},
  headers: Headers = {},
): Answer {
  const { status, title } = PROBLEM_TYPES[name];
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

/** Turns an answer into a response: adds the common headers, and drops the body for HEAD. */
export function respond(
  answer: Answer | Response,
  request: ApiRequest,
  { limiter, settings, version }: Service,
): Response {
  // The response made by `catch` passes through here too.
  if (answer instanceof Response) return answer;
  const { status, body, headers } = answer;
  const { limit, windowSeconds, sampleRate } = settings;
  // A preflight is not counted, so it has no allowance yet.
  const allowance = request.allowance ?? limiter.peek(request.client, Date.now());
  logRequest(request, status, sampleRate);
  return new Response(request.isHead ? null : body, {
    status,
    headers: {
      ...SHARED_HEADERS,
      "Access-Control-Expose-Headers":
        "ETag, Link, Retry-After, Allow, X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit, RateLimit-Policy, X-Version",
      "X-Version": version,
      "X-RateLimit-Limit": String(limit),
      "X-RateLimit-Remaining": String(allowance.remaining),
      "RateLimit-Policy": `"default";q=${limit};w=${windowSeconds}`,
      RateLimit: `"default";r=${allowance.remaining};t=${allowance.resetSeconds}`,
      ...headers,
    },
  });
}
