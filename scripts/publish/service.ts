import { setTimeout } from "node:timers/promises";

const TIMEOUT_MS = 10_000;

/** Told to wait longer than this, a check fails. */
const MAX_RETRY_AFTER_SECONDS = 120;

/** A response of the service that is checked. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request to an address of the API, such as `/api/v1/notes.json`. */
export type Ask = (address: string, init?: RequestInit) => Promise<Reply>;

/** Nothing answers, or another version does. Either may change within minutes of a deployment. */
export class NotYetError extends Error {
  override name = "NotYetError";
}

/**
 * Asks a service, and again when it says that it has been asked too often.
 *
 * @param base What stands in front of every address, without a slash at its end.
 * @param version The version that must answer, if it matters which one does.
 */
export function askService(base: string, version?: string): Ask {
  return async function ask(address, init = {}) {
    const reply = await send(base + address, init);
    const answering = reply.headers.get("X-Version");
    if (version !== undefined && answering !== version)
      throw new NotYetError(stranger(reply, version));
    const seconds = Number(reply.headers.get("Retry-After"));
    if (reply.status !== 429 || !(seconds > 0 && seconds <= MAX_RETRY_AFTER_SECONDS)) return reply;
    await setTimeout(seconds * 1000);
    return ask(address, init);
  };
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { redirect: "manual", signal, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw new NotYetError(reason(error), { cause: error });
  }
}

/** What `fetch` throws says little; its cause says why. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

function stranger({ status, headers }: Reply, version: string): string {
  const answering = headers.get("X-Version");
  if (answering !== null) return `version ${answering} answers, not ${version}`;
  return `something other than the service answers, with status ${status}`;
}
