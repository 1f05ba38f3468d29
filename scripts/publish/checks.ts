import assert from "node:assert/strict";
import { createHash } from "node:crypto";
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

/** What the checks compare the service with. */
export interface Expected {
  /** The text of a built file by its address; undefined where nothing was built to compare with. */
  readonly built: (address: string) => string | undefined;
}

/** One question to the service. It returns what is worth a word in the log, and throws what is wrong. */
export interface Check {
  readonly name: string;
  readonly run: (ask: Ask, expected: Expected) => Promise<string>;
}

const SAMPLE = 5;

/** A title that is a query as it stands: no longer than one may be, and without what may be an operator. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ]{0,255}$/u;

/** What a deployed service must hold, in some 20 requests. */
export const CHECKS: readonly Check[] = [
  {
    name: "digests",
    run: async (ask, { built }) => {
      const { text, value } = await document<Digests>(ask, DIGESTS_ADDRESS);
      const { length } = Object.keys(value.digests);
      assert.ok(length === value.count, `${length} digests, but a count of ${value.count}`);
      same(text, built(DIGESTS_ADDRESS), "not the digests that were built");
      return `${length} notes`;
    },
  },
  {
    name: "list",
    run: async (ask, { built }) => {
      const { text, value } = await document<NoteList>(ask, LIST_ADDRESS);
      const { count, notes } = value;
      assert.ok(notes.length === count, `${notes.length} notes, but a count of ${count}`);
      same(text, built(LIST_ADDRESS), "not the list that was built");
      return `${count} notes`;
    },
  },
  {
    name: "notes",
    run: async (ask, { built }) => {
      const { digests } = (await document<Digests>(ask, DIGESTS_ADDRESS)).value;
      const routes = sample(Object.keys(digests) as Route[]);
      assert.ok(routes.length > 0, "there are no notes");
      for (const route of routes) {
        const { text, value } = await document<FullNote>(ask, noteAddress(route));
        assert.ok(value.route === route, `the note of ${value.route}, not of ${route}`);
        assert.ok(typeof value.markdown === "string", `${route} has no markdown`);
        assert.ok(digestOf(text) === digests[route], `${route} is not what its digest says`);
        same(
          text,
          built(`${NOTES_FOLDER}${route.slice(1)}.json`),
          `${route} is not the note that was built`,
        );
      }
      return routes.join(" ");
    },
  },
  {
    name: "search",
    run: async (ask) => {
      const { notes } = (await document<NoteList>(ask, LIST_ADDRESS)).value;
      const note = notes.find(({ title }) => WORDS.test(title));
      const q = note?.title ?? "note";
      const query = `${SEARCH_ADDRESS}?${new URLSearchParams({ q })}`;
      const { count, results } = (await document<SearchResponse>(ask, query)).value;
      const isFound = results.some(({ route }) => route === note?.route);
      assert.ok(isFound || note === undefined, `${q} does not find ${note?.route}`);
      return `${count} for ${q}`;
    },
  },
  {
    name: "openapi",
    run: async (ask) => {
      const { openapi } = (await document<{ openapi: string }>(ask, OPENAPI_ADDRESS)).value;
      assert.ok(openapi.startsWith("3.1."), `OpenAPI ${openapi}`);
      return openapi;
    },
  },
  {
    name: "unchanged",
    run: async (ask) => {
      const { headers } = await ask(LIST_ADDRESS);
      const etag = headers.get("ETag") ?? "";
      checkReply(await ask(LIST_ADDRESS, { headers: { "If-None-Match": etag } }), 304);
      return etag;
    },
  },
  {
    name: "head",
    run: async (ask) => {
      checkReply(await ask(LIST_ADDRESS, { method: "HEAD" }), 200);
      return "";
    },
  },
  {
    name: "preflight",
    run: async (ask) => {
      checkReply(await ask(LIST_ADDRESS, { method: "OPTIONS" }), 204);
      return "";
    },
  },
  problem("no query", 400, SEARCH_ADDRESS),
  problem("undecodable", 400, `${NOTES_FOLDER}%FF.json`),
  problem("no such note", 404, `${NOTES_FOLDER}no/such/note.json`),
  problem("no such address", 404, `${API_BASE}/nothing`),
  problem("writing", 405, LIST_ADDRESS, { method: "DELETE" }),
];

function problem(name: string, status: number, address: string, init?: RequestInit): Check {
  return {
    name,
    run: async (ask) => {
      const reply = await ask(address, init);
      checkReply(reply, status);
      const problem: { status: number; title: string } = JSON.parse(reply.text);
      assert.ok(problem.status === status, `a problem document of status ${problem.status}`);
      return problem.title;
    },
  };
}

async function document<T>(ask: Ask, address: string): Promise<{ text: string; value: T }> {
  const reply = await ask(address);
  checkReply(reply, 200);
  return { text: reply.text, value: JSON.parse(reply.text) };
}

function same(text: string, built: string | undefined, message: string): void {
  assert.ok(built === undefined || text === built, message);
}

/** The first, the last and some between them. */
function sample(routes: readonly Route[]): Route[] {
  const last = routes.length - 1;
  const places = Array.from({ length: SAMPLE }, (_, n) => Math.round((n * last) / (SAMPLE - 1)));
  return [...new Set(places)].flatMap((place) => routes[place] ?? []);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Holds a reply to a status and to what the contract says of every reply of that status. */
function checkReply(reply: Reply, status: number): void {
  assert.ok(reply.status === status, `status ${reply.status}, not ${status}`);
  for (const [name, value] of Object.entries(headersOf(status))) {
    const found = reply.headers.get(name);
    const fits = typeof value === "string" ? found === value : value.test(found ?? "");
    assert.ok(fits, `${name} is ${found ?? "missing"}, not ${value}`);
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
  // An edge that compresses a body makes a strong entity tag of it weak.
  const cached = { ...shared, "Cache-Control": caching, ETag: /^(W\/)?"[^"]+"$/ };
  if (status === 200) return { ...cached, "Content-Type": type };
  if (status === 304) return cached;
  if (status === 204) return { ...shared, "Access-Control-Allow-Methods": /\bGET\b/ };
  return { ...shared, "Cache-Control": "no-store", "Content-Type": PROBLEM_CONTENT_TYPE };
}
