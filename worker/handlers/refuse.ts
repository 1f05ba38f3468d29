import type { ApiRequest } from "../request.ts";
import { type Answer, problem } from "../respond.ts";
import type { Service } from "../service.ts";

const METHODS = "GET, HEAD, OPTIONS";

/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Answers OPTIONS at any address. Browsers send it before a request that is not "simple" (CORS). */
export function answerPreflight(request: ApiRequest): Answer | undefined {
  if (request.method !== "OPTIONS") return undefined;
  return {
    status: 204,
    body: null,
    headers: {
      Allow: METHODS,
      "Cache-Control": "no-store",
      // The asterisk covers every header except Authorization.
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Allow-Methods": METHODS,
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE_SECONDS),
    },
  };
}

/** Counts the request, or refuses it. */
export function limitRate(request: ApiRequest, { limiter, settings }: Service): Answer | undefined {
  const allowance = limiter.take(request.client, Date.now());
  request.allowance = allowance;
  if (allowance.accepted) return undefined;
  const { resetSeconds } = allowance;
  return problem(
    request,
    "TooManyRequests",
    `The request limit for an IP address, or for an IPv6 /64 network, is ${settings.limit} requests in any ${settings.windowSeconds} s. Retry after ${resetSeconds} s.`,
    {},
    { "Retry-After": String(resetSeconds) },
  );
}

/** Refuses methods other than GET and HEAD. */
export function refuseWriting(request: ApiRequest): Answer | undefined {
  if (request.method === "GET") return undefined;
  const detail = `The API is read-only. It answers ${METHODS}.`;
  return problem(request, "MethodNotAllowed", detail, {}, { Allow: METHODS });
}

/** Refuses paths that are malformed percent-encoding or not UTF-8. */
export function refuseUndecodable(request: ApiRequest): Answer | undefined {
  if (request.path !== undefined) return undefined;
  const detail =
    "Every % in an address must be followed by two hexadecimal digits, and the bytes must be UTF-8.";
  return problem(request, "UndecodableAddress", detail);
}
