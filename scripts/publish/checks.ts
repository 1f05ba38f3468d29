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
import type { Ask, Reply } from "./service.ts";

const { API_BASE, DIGESTS_ADDRESS, LIST_ADDRESS, SEARCH_ADDRESS } = addresses;

/**
 * Checks a service. Returns a detail for the log, and throws if something is wrong.
 * @param dist the build to compare with, if there is one
 */
type Check = (ask: Ask, dist?: string) => Promise<string>;

/** A title that is valid as a query: at most 256 characters, and none that could be an operator. */
const PLAIN_TITLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ]{0,255}$/u;

/** The checks of a deployed service, which send about 20 requests in total. */
const CHECKS: Readonly<Record<string, Check>> = {
  async notes(ask, dist) {
    const { count, digests }: Digests = JSON.parse(await readFile(ask, DIGESTS_ADDRESS, dist));
    assert.ok(count > 0, "there are no notes");
    const routes = Object.keys(digests) as Route[];
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const route = routes[Math.round(part * (routes.length - 1))]!;
      const note = await readFile(ask, addresses.noteAddress(route));
      const isSame = hash("sha256", note, "hex").startsWith(digests[route]!);
      assert.ok(isSame, `${route} differs from its digest`);
    }
    return `${count} notes`;
  },
  async search(ask) {
    const { notes }: NoteList = JSON.parse(await readFile(ask, LIST_ADDRESS));
    const note = notes.find(({ title }) => PLAIN_TITLE.test(title));
    const query = new URLSearchParams({ q: note?.title ?? "note" });
    const { results }: SearchResponse = JSON.parse(
      await readFile(ask, `${SEARCH_ADDRESS}?${query}`),
    );
    const isFound = note === undefined || results.some(({ route }) => route === note.route);
    assert.ok(isFound, `${note?.title} does not find ${note?.route}`);
    return `${results.length} for ${query}`;
  },
  async list(ask, dist) {
    const etag = (await ask(LIST_ADDRESS)).headers.get("ETag") ?? "";
    await readFile(ask, LIST_ADDRESS, dist);
    return replies(304, LIST_ADDRESS, { headers: { "If-None-Match": etag } })(ask, dist);
  },
  openapi: async (ask, dist) =>
    JSON.parse(await readFile(ask, addresses.OPENAPI_ADDRESS, dist)).openapi,
  head: replies(200, LIST_ADDRESS, { method: "HEAD" }),
  preflight: replies(204, LIST_ADDRESS, { method: "OPTIONS" }),
  "no query": replies(400, SEARCH_ADDRESS),
  undecodable: replies(400, `${API_BASE}/notes/%FF.json`),
  "no such note": replies(404, `${API_BASE}/notes/no/such/note.json`),
  "no such address": replies(404, `${API_BASE}/nothing`),
  writing: replies(405, LIST_ADDRESS, { method: "DELETE" }),
};

/** Runs all checks, prints how each ended, and returns whether all passed. */
export async function checkService(ask: Ask, dist?: string): Promise<boolean> {
  let failed = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    const [mark, detail] = await check(ask, dist).then(
      (text) => ["ok  ", text],
      // `fetch` itself says only "fetch failed".
      ({ message, cause }) => ["FAIL", cause ? `${message}: ${cause.message}` : message],
    );
    if (mark === "FAIL") failed++;
    process.stdout.write(`${mark}  ${name.padEnd(16)} ${detail}\n`);
  }
  process.stdout.write(failed === 0 ? "All checks passed.\n" : `${failed} checks failed.\n`);
  return failed === 0;
}

/** Reads a file of the service, and compares it with the build if that is given. */
async function readFile(ask: Ask, address: string, dist?: string): Promise<string> {
  const reply = await ask(address);
  checkReply(reply, 200);
  const expected = dist === undefined ? reply.text : readFileSync(join(dist, address), "utf8");
  assert.ok(reply.text === expected, `${address} differs from that of the build`);
  return reply.text;
}

/** A check of a reply's status and headers, and that the body of an error is a problem document. */
function replies(status: number, address: string, init?: RequestInit): Check {
  return async (ask) => {
    const reply = await ask(address, init);
    checkReply(reply, status);
    if (status >= 400) assert.equal(JSON.parse(reply.text).status, status);
    return `status ${status}`;
  };
}

/** Checks a reply's status, and the headers that the contract requires for that status. */
function checkReply({ status: found, headers }: Reply, status: number): void {
  assert.ok(found === status, `status ${found}, expected ${status}`);
  const { "Content-Type": type, "Cache-Control": caching, ...always } = SUCCESS_HEADERS;
  const required = {
    ...always,
    ...(status < 400 && status !== 204 && { "Cache-Control": caching }),
    ...(status === 200 && { "Content-Type": type }),
    ...(status >= 400 && { "Cache-Control": "no-store", "Content-Type": PROBLEM_CONTENT_TYPE }),
  };
  for (const [name, value] of Object.entries(required)) {
    const sent = headers.get(name);
    assert.ok(sent === value, `${name} is ${sent ?? "missing"}, expected ${value}`);
  }
  const present = ["Access-Control-Expose-Headers", "X-RateLimit-Remaining", "RateLimit"];
  if (status === 200 || status === 304) present.push("ETag");
  for (const name of present) assert.ok(headers.has(name), `${name} is missing`);
}
