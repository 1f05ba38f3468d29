import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { problemBody } from "../http/problem-body.ts";
import { logRequest } from "../log/log-request.ts";
import type { Service } from "../service.ts";

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
  if (status === 200 && etag !== undefined && request.hasCopy(etag)) {
    discard(answer);
    return respond({ status: 304, body: null, etag }, request, service);
  }
  // A preflight is not counted, so nothing was said of it yet.
  const allowance = request.allowance ?? service.limiter.peek(request.client, Date.now());
  logRequest(request, status, service.sampleRate);
  if (status === 204 || status === 304) return service.responses.of(status, allowance, etag);
  return withBody(service.responses.of(status, allowance), answer, request, service);
}

function withBody(
  prepared: Response,
  answer: Answer,
  request: ApiRequest,
  { basePath }: Service,
): Response {
  const { problem, etag } = answer;
  const body = problem === undefined ? answer.body : problemBody(problem, basePath);
  const response = new Response(request.isHead ? null : body, prepared);
  if (etag !== undefined) response.headers.set("ETag", etag);
  for (const name in answer.headers) response.headers.set(name, answer.headers[name]!);
  const length = body instanceof Uint8Array ? body.length : answer.length;
  if (request.isHead && length !== undefined) {
    response.headers.set("Content-Length", String(length));
  }
  return response;
}

/** A stream that nobody reads would keep its connection to the asset store. */
function discard({ body }: Answer): void {
  if (body instanceof ReadableStream) body.cancel().catch(() => {});
}
