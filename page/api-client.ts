// Requests to the service: the server that the page comes from, or on this machine another one.
import { byId, element } from "./dom.ts";
import { type Answer, showExchange } from "./exchange.ts";

/** Whether the page is tried on this machine. Published, it must not show the notes of others under its owner's name. */
const isLocal = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
/** The service in `?api=`, if that is allowed. */
export const otherService = isLocal ? new URLSearchParams(location.search).get("api") : null;

/** What precedes `/api/v1` in addresses: what precedes the page's own name in its address. */
const base = otherService || new URL(".", location.href).href;
export const service = base.replace(/(\/api\/v1)?\/*$/, "");

/** Lets a person on this machine choose a service; elsewhere, allows requests to this one only. */
export function startService(): void {
  byId<HTMLInputElement>("api").value = service;
  byId("services").hidden = !isLocal;
  if (isLocal) return;
  // A second policy can only take away from the first, which is the same wherever the page is served.
  const policy = { httpEquiv: "Content-Security-Policy", content: "connect-src 'self'" };
  document.head.append(element("meta", policy));
}

/** Until when the service refuses requests, and until when so few are left that typing sends none. */
let refusedUntil = 0;
export let scarceUntil = 0;
/** Numbers the requests, so that a late answer does not replace that of a later request. */
let sent = 0;
let lastShown = 0;

/** Sends a request, and shows it with its answer. @param address relative to `/api/v1/`, or whole */
export async function send<T>(address: string, isQuiet = false): Promise<Answer<T>> {
  const url = new URL(address, `${service}/api/v1/`);
  const number = ++sent;
  const start = performance.now();
  // Asks the service even if the browser has a copy, so that the allowance is the true one.
  const response = await fetch(url, { cache: "no-cache" });
  const { status, headers } = response;
  const body = await response.text();
  const ms = Math.round(performance.now() - start);
  const json = await new Response(body).json().catch(() => ({}));
  const answer: Answer<T> = { url, status, headers, body, json, ms };
  readLimit(answer);
  const isWanted = !isQuiet || status === 429;
  if (isWanted && number > lastShown) {
    lastShown = number;
    showExchange(answer);
  }
  return answer;
}

/** Shows how many requests are left. A host of static files says nothing about it. */
function readLimit({ status, headers }: Answer): void {
  const [left, limit] = ["Remaining", "Limit"].map((name) => headers.get(`X-RateLimit-${name}`));
  const seconds = headers.get("Retry-After") ?? /t=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1];
  const later = Date.now() + 1000 * Number(seconds ?? 60);
  if (status === 429) refusedUntil = later;
  // The last sixth is kept for opening notes.
  scarceUntil = left && Number(left) <= Number(limit) / 6 ? later : 0;
  byId("allowance").hidden = !left;
  byId("left").textContent = `${left} of ${limit} requests left`;
  Object.assign(byId("meter"), { max: limit, value: left });
}

/** Sends a request until it is answered, 429 and lost connections aside, or no longer wanted. */
export async function ask<T>(address: string, isWanted = () => true, isQuiet = false) {
  for (let failures = 1; ; failures++) {
    await wait("The limit is reached. This page goes on in", refusedUntil, isWanted);
    if (!isWanted()) return undefined;
    const answer = await send<T>(address, isQuiet).catch(() => undefined);
    if (answer && answer.status !== 429) return answer;
    const lost = `No answer from ${service}. Is it running? This page asks again in`;
    if (!answer) await wait(lost, Date.now() + 1000 * Math.min(failures, 5), isWanted);
  }
}

/** Waits until a time, counting the seconds, as long as that is wanted. */
export async function wait(text: string, until: number, isWanted: () => boolean): Promise<void> {
  if (until <= Date.now() || !isWanted()) return;
  for (let left = until - Date.now(); left > 0 && isWanted(); left = until - Date.now()) {
    say(text, `${Math.ceil(left / 1000)} s`);
    await new Promise((resume) => setTimeout(resume, left % 1000 || 1000));
  }
  say("");
}

/** Shows a message, which screen readers read out, and a time, which they do not. */
export function say(text: string, time = ""): void {
  const message = byId("message");
  // A message that is written again is read out again.
  if (message.textContent !== text) message.textContent = text;
  byId("timer").textContent = time;
}
