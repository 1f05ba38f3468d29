import { setTimeout } from "node:timers/promises";
import { UsageError } from "../problems/errors.ts";

/** A part of all notes has up to 16 MiB. */
const TIMEOUT_MS = 60_000;
const RETRY_MS = 3000;
const MAX_RETRY_AFTER_SECONDS = 120;

/** Sends a request to an address of the API, such as `/api/v1/notes.json`. */
export type Ask = (address: string, init?: RequestInit) => Promise<Reply>;

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Returns a function that sends requests to a service. It waits after a 429 with `Retry-After`; and if a
 * version is given, until that version responds, as can take some minutes after a deployment.
 *
 * @param base What precedes `/api/v1`.
 * @param waitSeconds How long to wait, in total, for the version to respond.
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

async function send(url: string, version?: string, init?: RequestInit): Promise<Reply> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: "manual", signal, ...init });
  const found = response.headers.get("X-Version") ?? "none";
  if (version !== undefined && found !== version) {
    throw new Error(`status ${response.status} of version ${found} instead of ${version}`);
  }
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What precedes `/api/v1`, without a slash at its end. @throws UsageError */
export function cleanAddress(address: string): string {
  if (/^https?:\/\/[^?#\s*]+$/.test(address)) return address.replace(/\/+$/, "");
  throw new UsageError(`Give one address, such as https://notes.example, not "${address}".`);
}
