import assert from "node:assert/strict";
import { hash } from "node:crypto";
import {
  API_BASE,
  DIGESTS_ADDRESS,
  LIST_ADDRESS,
  NOTES_FOLDER,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import type { Digests, FullNote, NoteList } from "../../worker/contract/note.ts";
import { PROBLEM_CONTENT_TYPE } from "../../worker/contract/problems.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { SUCCESS_HEADERS } from "../../worker/contract/success-headers.ts";
import type { Ask, Reply } from "./service.ts";

/** Returns the text of the built file for an address; undefined if there is no build to compare with. */
export type Built = (address: string) => string | undefined;

/** Checks a service. Returns a detail for the log, and throws if something is wrong. */
export type Check = (ask: Ask, built: Built) => Promise<string>;

const SAMPLE = 5;

/** A title that is valid as a query: at most 256 characters, and none that could be an operator. */
const PLAIN_TITLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ]{0,255}$/u;

/** The checks of a deployed service, which send about 20 requests in total. */
export const CHECKS: Readonly<Record<string, Check>> = {
  async notes(ask, built) {
    const { text, value } = await askJson<Digests>(ask, DIGESTS_ADDRESS);
    const expected = built(DIGESTS_ADDRESS) ?? text;
    assert.ok(text === expected, "the digests differ from those of the build");
    const routes = sample(Object.keys(value.digests) as Route[]);
    assert.ok(routes.length > 0, "there are no notes");
    for (const route of routes) {
      const note = await askJson<FullNote>(ask, noteAddress(route));
      const digest = hash("sha256", note.text, "hex").slice(0, 32);
      assert.ok(digest === value.digests[route], `${route} differs from its digest`);
    }
    return `${value.count} notes, compared ${routes.join(" ")}`;
  },
  async list(ask, built) {
    const { text, value } = await askJson<NoteList>(ask, LIST_ADDRESS);
    const { count, notes } = value;
    assert.ok(notes.length === count, `${notes.length} notes, but a count of ${count}`);
    assert.ok(text === (built(LIST_ADDRESS) ?? text), "the list differs from that of the build");
    return `${count} notes`;
  },
  async search(ask) {
    const { notes } = (await askJson<NoteList>(ask, LIST_ADDRESS)).value;
    const note = notes.find(({ title }) => PLAIN_TITLE.test(title));
    const q = note?.title ?? "note";
    const address = `${SEARCH_ADDRESS}?${new URLSearchParams({ q })}`;
    const { count, results } = (await askJson<SearchResponse>(ask, address)).value;
    const isFound = note === undefined || results.some(({ route }) => route === note.route);
    assert.ok(isFound, `${q} does not find ${note?.route}`);
    return `${count} for ${q}`;
  },
  async openapi(ask) {
    const { openapi } = (await askJson<{ openapi: string }>(ask, OPENAPI_ADDRESS)).value;
    assert.ok(openapi.startsWith("3.1."), `OpenAPI ${openapi}`);
    return openapi;
  },
  async unchanged(ask) {
    const { headers } = await ask(LIST_ADDRESS);
    const etag = headers.get("ETag") ?? "";
    checkReply(await ask(LIST_ADDRESS, { headers: { "If-None-Match": etag } }), 304);
    return etag;
  },
  head: replies(200, LIST_ADDRESS, { method: "HEAD" }),
  preflight: replies(204, LIST_ADDRESS, { method: "OPTIONS" }),
  "no query": replies(400, SEARCH_ADDRESS),
  undecodable: replies(400, `${NOTES_FOLDER}%FF.json`),
  "no such note": replies(404, `${NOTES_FOLDER}no/such/note.json`),
  "no such address": replies(404, `${API_BASE}/nothing`),
  writing: replies(405, LIST_ADDRESS, { method: "DELETE" }),
};

/** A check of a reply's status and headers, and that the body of an error is a problem document. */
function replies(status: number, address: string, init?: RequestInit): Check {
  return async (ask) => {
    const reply = await ask(address, init);
    checkReply(reply, status);
    if (status < 400) return "";
    const problem: { status: number; title: string } = JSON.parse(reply.text);
    assert.ok(problem.status === status, `the problem document has status ${problem.status}`);
    return problem.title;
  };
}

async function askJson<T>(ask: Ask, address: string): Promise<{ text: string; value: T }> {
  const reply = await ask(address);
  checkReply(reply, 200);
  return { text: reply.text, value: JSON.parse(reply.text) };
}

/** Up to 5 routes at equal distances, including the first and the last. */
function sample(routes: readonly Route[]): Route[] {
  const last = routes.length - 1;
  const places = Array.from({ length: SAMPLE }, (_, n) => Math.round((n * last) / (SAMPLE - 1)));
  return [...new Set(places)].flatMap((place) => routes[place] ?? []);
}

/** Checks a reply's status, and the headers that the contract requires for that status. */
function checkReply(reply: Reply, status: number): void {
  assert.ok(reply.status === status, `status ${reply.status}, expected ${status}`);
  for (const [name, value] of Object.entries(headersOf(status))) {
    const found = reply.headers.get(name);
    const fits = typeof value === "string" ? found === value : value.test(found ?? "");
    assert.ok(fits, `${name} is ${found ?? "missing"}, expected ${value}`);
  }
}

function headersOf(status: number): Record<string, string | RegExp> {
  const { "Content-Type": type, "Cache-Control": caching, ...onEveryResponse } = SUCCESS_HEADERS;
  const shared = {
    ...onEveryResponse,
    "Access-Control-Expose-Headers": /\bX-RateLimit-Remaining\b/,
    "X-RateLimit-Limit": /^[1-9]\d*$/,
    "X-RateLimit-Remaining": /^\d+$/,
    "RateLimit-Policy": /^"default";q=\d+;w=\d+$/,
    RateLimit: /^"default";r=\d+;t=\d+$/,
  };
  // An edge that compresses the body turns a strong entity tag into a weak one.
  const cached = { ...shared, "Cache-Control": caching, ETag: /^(W\/)?"[^"]+"$/ };
  if (status === 200) return { ...cached, "Content-Type": type };
  if (status === 304) return cached;
  if (status === 204) return { ...shared, "Access-Control-Allow-Methods": /\bGET\b/ };
  return { ...shared, "Cache-Control": "no-store", "Content-Type": PROBLEM_CONTENT_TYPE };
}
