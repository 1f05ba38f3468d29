import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import type { Service } from "../service.ts";

/** 304 at once, if the client's copy is what this address answered before. */
export function answerUnchanged(request: ApiRequest, { etags }: Service): Answer | undefined {
  if (!request.isConditional) return undefined;
  const etag = etags.get(request.key);
  if (etag === undefined || !request.hasCopy(etag)) return undefined;
  return { status: 304, body: null, etag };
}
