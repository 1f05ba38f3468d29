import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";

/** What this address answered before, if its body is held, or the client says that it has it. */
export function answerAgain(request: ApiRequest, { answers }: Service): Answer | undefined {
  const known = answers.get(request.target);
  if (known === undefined) return undefined;
  const { body, etag } = known;
  if (body !== null) return { status: 200, body, etag };
  return request.hasCopy(etag) ? { status: 304, body, etag } : undefined;
}
