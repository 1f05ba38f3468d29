import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import * as addresses from "../../worker/contract/addresses.ts";
import type { NoteList } from "../../worker/contract/note.ts";
import { PROBLEM_CONTENT_TYPE } from "../../worker/contract/problems.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";
import { UsageError } from "../diagnostics/errors.ts";

/** A new hostname and its certificate can take minutes to be available everywhere. */
const VERSION_TIMEOUT_MS = 300_000;
const RETRY_MS = 3000;

/** A title that is valid as a query: at most 256 characters, and none that could be an operator. */
const PLAIN_TITLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ]{0,255}$/u;

/**
 * Tests what a deployment can break; the contract itself is tested before. Prints each request that passes.
 *
 * @param base What precedes `/api/v1`.
 * @param version The version that should respond; it is waited for, up to five minutes.
 * @throws Error that says which response is wrong
 */
export async function testService(base: string, version?: string): Promise<void> {
  const send = patientFetch(version);
  const ask = async (expected: number, address: string, init?: RequestInit) => {
    const url = base + address;
    const response = await send(url, init);
    check(url, response, expected);
    process.stdout.write(`ok    ${expected} ${url}\n`);
    return response;
  };
  const list = await ask(200, addresses.LIST_ADDRESS);
  const { notes } = (await list.json()) as NoteList;
  const { route, title } = notes.find((note) => PLAIN_TITLE.test(note.title)) ?? notes[0]!;
  await ask(200, addresses.noteAddress(route));
  const query = new URLSearchParams({ q: title.slice(0, 256) });
  const search = await ask(200, `${addresses.SEARCH_ADDRESS}?${query}`);
  const { results } = (await search.json()) as SearchResponse;
  const isFound = !PLAIN_TITLE.test(title) || results.some((note) => note.title === title);
  assert.ok(isFound, `a search for ${title} does not find it`);
  const condition = { "If-None-Match": list.headers.get("ETag") ?? "" };
  await ask(304, addresses.LIST_ADDRESS, { headers: condition });
  await ask(404, `${addresses.API_BASE}/notes/no/such/note.json`);
  await ask(405, addresses.LIST_ADDRESS, { method: "DELETE" });
}

function check(url: string, { status, headers }: Response, expected: number): void {
  assert.ok(status === expected, `${url} has status ${status} instead of ${expected}`);
  const required = {
    ...SUCCESS_HEADERS,
    ...(status >= 400 && { "Content-Type": PROBLEM_CONTENT_TYPE, "Cache-Control": "no-store" }),
  };
  for (const [name, value] of status === 304 ? [] : Object.entries(required)) {
    const actual = headers.get(name);
    assert.ok(actual === value, `${url} has the ${name} ${actual} instead of ${value}`);
  }
  assert.ok(headers.has("X-RateLimit-Remaining"), `${url} has no X-RateLimit-Remaining`);
}

/** Returns a `fetch` that waits as a 429 says, for up to two minutes, and until the version responds. */
function patientFetch(version?: string) {
  const deadline = performance.now() + (version ? VERSION_TIMEOUT_MS : 0);
  return async function send(url: string, init?: RequestInit): Promise<Response> {
    try {
      const response = await fetch(url, { redirect: "manual", ...init });
      const { status, headers } = response;
      const current = headers.get("X-Version");
      if (version && current !== version) throw new Error(`status ${status} of version ${current}`);
      const seconds = status === 429 ? Number(headers.get("Retry-After")) : 0;
      if (!(seconds > 0 && seconds <= 120)) return response;
      await setTimeout(seconds * 1000);
    } catch (error) {
      const { message, cause } = error as Error;
      if (performance.now() + RETRY_MS > deadline) throw new Error(`${url}: ${cause ?? message}`);
      await setTimeout(RETRY_MS);
    }
    return send(url, init);
  };
}

/** What precedes `/api/v1`, without a slash at its end. @throws UsageError */
export function cleanAddress(address: string): string {
  if (/^https?:\/\/[^?#\s*]+$/.test(address)) return address.replace(/\/+$/, "");
  throw new UsageError(`Give one address, such as https://notes.example, not "${address}".`);
}
