import type { Reply } from "./reply.ts";

const TIMEOUT_MS = 10_000;

/** Sends a request to an address of the API, such as `/api/v1/notes.json`. */
export type Asker = (address: string, init?: RequestInit) => Promise<Reply>;

/** @param base What stands in front of every address, without a slash at its end. */
export function asker(base: string): Asker {
  return async (address, init = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(base + address, { redirect: "manual", signal, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}
