import { MCP_ADDRESS } from "./contract/addresses.ts";
import { limiterOf } from "./limit/limiters.ts";
import { errorAnswer } from "./mcp/answer.ts";
import { CODES, RpcError } from "./mcp/message.ts";
import type { ApiRequest } from "./request.ts";
import { type Answer, problem } from "./response.ts";
import type { Service } from "./service.ts";

const METHODS = "GET, HEAD, OPTIONS";
const MCP_METHODS = "POST, OPTIONS";

function isMcp({ address }: ApiRequest, { mcpLimiter }: Service): boolean {
  return address === MCP_ADDRESS && mcpLimiter !== undefined;
}

/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Answers OPTIONS at any address. Browsers send it before a request that is not "simple" (CORS). */
export function answerPreflight(request: ApiRequest, service: Service): Answer | undefined {
  if (request.method !== "OPTIONS") return undefined;
  const methods = isMcp(request, service) ? MCP_METHODS : METHODS;
  return {
    status: 204,
    body: null,
    headers: {
      Allow: methods,
      "Cache-Control": "no-store",
      // The asterisk covers every header except Authorization.
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE_SECONDS),
    },
  };
}

/** Counts the request, or refuses it. */
export function limitRate(request: ApiRequest, service: Service): Answer | undefined {
  const limiter = limiterOf(request, service);
  const allowance = limiter.take(request.client, performance.now());
  request.allowance = allowance;
  if (allowance.accepted) return undefined;
  const { resetSeconds } = allowance;
  const detail = `The request limit for an IP address, or for an IPv6 /64 network, is ${limiter.limit} requests in any ${service.settings.windowSeconds} s. Retry after ${resetSeconds} s.`;
  const headers = { "Retry-After": String(resetSeconds) };
  if (request.method === "POST" && isMcp(request, service)) {
    return errorAnswer(new RpcError(429, CODES.tooManyRequests, detail), undefined, { headers });
  }
  return problem(request, "TooManyRequests", { detail }, headers);
}

/** Refuses methods other than GET and HEAD, and at `/mcp` other than POST. */
export function refuseWriting(request: ApiRequest, service: Service): Answer | undefined {
  if (request.address === MCP_ADDRESS && request.method === "POST") return undefined;
  if (isMcp(request, service)) {
    const detail = `This is an endpoint of the Model Context Protocol. It answers ${MCP_METHODS}.`;
    return problem(request, "MethodNotAllowed", { detail }, { Allow: MCP_METHODS });
  }
  if (request.method === "GET") return undefined;
  return problem(request, "MethodNotAllowed", {}, { Allow: METHODS });
}

/** Refuses paths that are malformed percent-encoding or not UTF-8. */
export function refuseUndecodable(request: ApiRequest): Answer | undefined {
  return request.path === undefined ? problem(request, "UndecodableAddress") : undefined;
}
