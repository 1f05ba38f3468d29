import { setTimeout } from "node:timers/promises";

const TIMEOUT_MS = 10_000;
const RETRY_MS = 3000;
const MAX_RETRY_AFTER_SECONDS = 120;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request to an address of the API, such as `/api/v1/notes.json`. */
export type Ask = (address: string, init?: RequestInit) => Promise<Reply>;

/**
 * Returns a function that sends requests to a service and retries them if waiting helps: after a 429 with
 * a `Retry-After` of up to two minutes, and every 3 seconds while nothing responds or another version does,
 * as happens for some minutes after a deployment.
 *
 * @param base What precedes `/api/v1`, without a trailing slash.
 * @param version The version that must respond; undefined accepts any.
 * @param waitSeconds How long to wait, in total, for that version to respond.
 */
export function askService(base: string, version?: string, waitSeconds = 0): Ask {
  const deadline = performance.now() + waitSeconds * 1000;
  return async function ask(address, init) {
    try {
      const reply = await send(base + address, version, init);
      const seconds = reply.status === 429 ? Number(reply.headers.get("Retry-After")) : 0;
      if (!(seconds > 0 && seconds <= MAX_RETRY_AFTER_SECONDS)) return reply;
      await setTimeout(seconds * 1000);
    } catch (error) {
      if (performance.now() + RETRY_MS > deadline) throw error;
      await setTimeout(RETRY_MS);
    }
    return ask(address, init);
  };
}

/** @throws Error if nothing responds within 10 seconds, or another version does */
async function send(url: string, version?: string, init?: RequestInit): Promise<Reply> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: "manual", signal, ...init });
  const { status, headers } = response;
  const text = await response.text();
  const answering = headers.get("X-Version");
  if (version === undefined || answering === version) return { status, headers, text };
  throw new Error(
    answering === null
      ? `the response is not from the service (status ${status}, no X-Version)`
      : `version ${answering} responds instead of ${version}`,
  );
}
