import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";

/** OPTIONS, at any address: what a browser asks before a request that is not simple. */
export function answerPreflight(request: ApiRequest): Answer | undefined {
  return request.method === "OPTIONS" ? { status: 204, body: null } : undefined;
}
