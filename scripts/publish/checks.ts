import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as addresses from "../../worker/contract/addresses.ts";
import type { Digests, NoteList } from "../../worker/contract/note.ts";
import { PROBLEM_CONTENT_TYPE } from "../../worker/contract/problems.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";
import type { Ask } from "./service.ts";

const { API_BASE, DIGESTS_ADDRESS, LIST_ADDRESS, SEARCH_ADDRESS } = addresses;

/**
 * Checks a service, and throws if something is wrong.
 * @param dist the build to compare with, if there is one
 */
type Check = (ask: Ask, dist?: string) => Promise<unknown>;

/** A title that is valid as a query: at most 256 characters, and none that could be an operator. */
const PLAIN_TITLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ]{0,255}$/u;

/** What a deployment can break; the contract itself is tested before. */
const CHECKS: Readonly<Record<string, Check>> = {
  async notes(ask, dist) {
    const { digests, parts }: Digests = JSON.parse(await read(ask, DIGESTS_ADDRESS, dist));
    const route = Object.keys(digests).at(-1) as Route | undefined;
    assert.ok(route !== undefined, "there are no notes");
    const note = await read(ask, addresses.noteAddress(route));
    const isSame = hash("sha256", note, "hex").startsWith(digests[route]!);
    assert.ok(isSame, `${route} differs from its digest`);
    const part = await read(ask, `${API_BASE}/${parts.at(-1)}`);
    assert.ok(part.includes(note), `${route} differs in ${parts.at(-1)}`);
  },
  async search(ask) {
    const { notes }: NoteList = JSON.parse(await read(ask, LIST_ADDRESS));
    const note = notes.find(({ title }) => PLAIN_TITLE.test(title));
    if (note === undefined) return;
    const query = new URLSearchParams({ q: note.title });
    const { results }: SearchResponse = JSON.parse(await read(ask, `${SEARCH_ADDRESS}?${query}`));
    const isFound = results.some(({ route }) => route === note.route);
    assert.ok(isFound, `${note.title} does not find ${note.route}`);
  },
  async list(ask, dist) {
    await read(ask, LIST_ADDRESS, dist);
    const etag = (await ask(LIST_ADDRESS)).headers.get("ETag") ?? "";
    await request(ask, 304, LIST_ADDRESS, { headers: { "If-None-Match": etag } });
  },
  links: (ask, dist) => read(ask, addresses.LINKS_ADDRESS, dist),
  "no such note": (ask) => request(ask, 404, `${API_BASE}/notes/no/such/note.json`),
  writing: (ask) => request(ask, 405, LIST_ADDRESS, { method: "DELETE" }),
};

/** Runs all checks, prints how each ended, and returns whether all passed. */
export async function checkService(ask: Ask, dist?: string): Promise<boolean> {
  let failed = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    await check(ask, dist).then(
      () => process.stdout.write(`ok    ${name}\n`),
      ({ message, cause }) => {
        failed++;
        // `fetch` itself says only "fetch failed".
        process.stdout.write(`FAIL  ${name}: ${message}${cause ? `: ${cause.message}` : ""}\n`);
      },
    );
  }
  process.stdout.write(failed === 0 ? "All checks passed.\n" : `${failed} checks failed.\n`);
  return failed === 0;
}

/** Reads a file of the service, and compares it with the build if that is given. */
async function read(ask: Ask, address: string, dist?: string): Promise<string> {
  const text = await request(ask, 200, address);
  const isSame = dist === undefined || text === readFileSync(join(dist, address), "utf8");
  assert.ok(isSame, `${address} differs from that of the build`);
  return text;
}

/** Sends a request, checks the status and the headers of the reply, and returns its body. */
async function request(ask: Ask, expected: number, address: string, init?: RequestInit) {
  const { status, headers, text } = await ask(address, init);
  assert.ok(status === expected, `status ${status}, expected ${expected}`);
  const { "Content-Type": type, "Cache-Control": caching, ...always } = SUCCESS_HEADERS;
  const required = {
    ...always,
    "Cache-Control": status >= 400 ? "no-store" : caching,
    ...(status !== 304 && { "Content-Type": status >= 400 ? PROBLEM_CONTENT_TYPE : type }),
  };
  for (const [name, value] of Object.entries(required)) {
    const sent = headers.get(name);
    assert.ok(sent === value, `${name} is ${sent ?? "missing"}, expected ${value}`);
  }
  assert.ok(headers.has("X-RateLimit-Remaining"), "X-RateLimit-Remaining is missing");
  return text;
}
