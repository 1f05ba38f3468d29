import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { underBase } from "../http/under-base.ts";
import { logRequest } from "../log/log-request.ts";
import type { Service } from "../service.ts";

type Body = Answer["body"] | string;

/**
 * Makes the response of an answer: all its headers, 304 instead of 200 if the client has what it asks
 * for, no body for HEAD. A response passes as it is.
 */
export function respond(
  answer: Answer | Response,
  request: ApiRequest,
  service: Service,
): Response {
  if (answer instanceof Response) return answer;
  const { status, etag } = answer;
  if (status === 200 && etag !== undefined) service.etags.set(request.key, etag);
  if (status === 200 && etag !== undefined && request.hasCopy(etag)) {
    discard(answer);
    return respond({ status: 304, body: null, etag }, request, service);
  }
  const body = bodyOf(answer, service.basePath);
  const shown = request.isHead ? null : body;
  // A preflight is not counted, so nothing was said of it yet.
  const allowance = request.allowance ?? service.limiter.peek(request.client, Date.now());
  const headers = service.headers.of(status, allowance);
  const response = new Response(shown, { status, headers });
  setOwnHeaders(response.headers, answer);
  if (request.isHead) setLength(response.headers, body);
  if (request.isHead) discard(answer);
  logRequest(request, status, service.sampleRate);
  return response;
}

function bodyOf({ body, problem }: Answer, basePath: string): Body {
  return problem === undefined ? body : JSON.stringify(underBase(problem, basePath));
}

/** The headers of this answer alone. */
function setOwnHeaders(headers: Headers, answer: Answer): void {
  if (answer.etag !== undefined) headers.set("ETag", answer.etag);
  for (const name in answer.headers) headers.set(name, answer.headers[name]!);
}

function setLength(headers: Headers, body: Body): void {
  if (body === null || body instanceof ReadableStream) return;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  headers.set("Content-Length", String(bytes.length));
}

/** A stream that nobody reads would keep its connection to the asset store. */
function discard({ body }: Answer): void {
  if (body instanceof ReadableStream) body.cancel().catch(() => {});
}
