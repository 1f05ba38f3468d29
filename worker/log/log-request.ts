import type { ApiRequest } from "../api-request.ts";

const MAX_ADDRESS_LENGTH = 256;

/**
 * Writes a line of JSON for a share of the requests. Nothing in it says who asked: it has neither the
 * client's address nor a header nor the query.
 *
 * @param sampleRate Share of the requests, 0 to 1.
 */
export function logRequest(request: ApiRequest, status: number, sampleRate: number): void {
  if (sampleRate === 0 || Math.random() >= sampleRate) return;
  const line = {
    method: request.isHead ? "HEAD" : request.method,
    address: request.address?.slice(0, MAX_ADDRESS_LENGTH) ?? null,
    status,
    remaining: request.allowance?.remaining ?? null,
  };
  console.log(JSON.stringify({ request: line }));
}
