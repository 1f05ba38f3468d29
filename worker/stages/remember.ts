import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";

/** Keeps a success, to answer the next one who asks for the same: its tag, and its body if that was read. */
export function remember(
  answer: Answer | Response,
  request: ApiRequest,
  { answers }: Service,
): void {
  if (answer instanceof Response || answer.status !== 200 || answer.etag === undefined) return;
  const { body, etag } = answer;
  answers.set(request.target, etag, body instanceof Uint8Array ? body : null);
}
