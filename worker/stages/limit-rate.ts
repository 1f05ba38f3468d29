import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";

/** Counts the request, or refuses it; `Retry-After` is one of the headers of a refusal. */
export function limitRate(request: ApiRequest, { limiter, refusals }: Service): Answer | undefined {
  const allowance = limiter.take(request.client, Date.now());
  request.allowance = allowance;
  return allowance.accepted ? undefined : refusals.of(allowance.resetSeconds);
}
