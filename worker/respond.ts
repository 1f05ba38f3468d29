import type { Answer } from "./answer.ts";
import { SUCCESS_HEADERS } from "./contract/success-headers.ts";
import { logRequest } from "./log.ts";
import type { ApiRequest } from "./request.ts";
import { limiterOf, type Service } from "./service.ts";

const { "Content-Type": _, ...SHARED_HEADERS } = SUCCESS_HEADERS;

/** Completes an answer with the headers that all have. */
export function respond(
  { status, body, headers }: Answer,
  request: ApiRequest,
  service: Service,
): Answer {
  const { settings, version } = service;
  const { windowSeconds, sampleRate } = settings;
  const limiter = limiterOf(request, service);
  const policy = limiter === service.limiter ? '"default"' : '"mcp"';
  // A preflight is not counted, so it has no allowance yet.
  const allowance = request.allowance ?? limiter.peek(request.client, Date.now());
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
