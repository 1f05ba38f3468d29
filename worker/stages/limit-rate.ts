import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { problem } from "../problem.ts";
import type { Service } from "../service.ts";

/** Counts the request, or refuses it; `Retry-After` is one of the headers of a refusal. */
export function limitRate(request: ApiRequest, { limiter }: Service): Answer | undefined {
  const allowance = limiter.take(request.client, Date.now());
  request.allowance = allowance;
  if (allowance.accepted) return undefined;
  return problem(
    "TooManyRequests",
    `At most ${limiter.limit} requests of one address are accepted in any ${limiter.windowMs / 1000} s. ` +
      `Ask again in ${allowance.resetSeconds} s.`,
  );
}
