import type { ApiRequest } from "./request.ts";

const MAX_ADDRESS_LENGTH = 256;
const REPEAT_MS = 60_000;
const MAX_MESSAGES = 100;

/**
 * Logs a sample of the requests, one line of JSON each. Nothing in it identifies the client: no IP
 * address, no header, no query.
 *
 * @param sampleRate Fraction of requests to log, 0 to 1.
 */
export function logRequest(request: ApiRequest, status: number, sampleRate: number): void {
  if (sampleRate === 0 || Math.random() >= sampleRate) return;
  const line = {
    method: request.isHead ? "HEAD" : request.method,
    address: request.path?.slice(0, MAX_ADDRESS_LENGTH) ?? null,
    status,
    remaining: request.allowance?.remaining ?? null,
  };
  console.log(JSON.stringify({ request: line }));
}

/** Writes errors to the log, each message at most once a minute. */
export class ErrorLog {
  /** When each message was last written, in milliseconds. */
  readonly #written = new Map<string, number>();

  write(error: unknown): void {
    const message = String(error);
    const now = Date.now();
    const before = this.#written.get(message);
    if (before !== undefined && now - before < REPEAT_MS) return;
    if (this.#written.size >= MAX_MESSAGES) this.#written.clear();
    this.#written.set(message, now);
    console.error(error);
  }
}
