import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";

/** Keeps a success, to answer the next one who asks for the same: its tag, and a search's body. */
export function remember(
  answer: Answer | Response,
  request: ApiRequest,
  { answers }: Service,
): void {
  if (answer instanceof Response || answer.status !== 200 || answer.etag === undefined) return;
  // For HEAD a file is read whole, and is still the asset store's to keep.
  const isHeld = answer.body instanceof Uint8Array && !request.isHead;
  answers.set(request.target, answer.etag, isHeld ? answer.body : null);
}
