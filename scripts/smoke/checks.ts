import assert from "node:assert/strict";
import {
  API_BASE,
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../../worker/contract/addresses.ts";
import type { FullNote, NoteList, NoteSummary } from "../../worker/contract/note.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import type { Asker } from "./asker.ts";
import { checkReply } from "./check-reply.ts";

/** One question to the service. It returns what is worth a word in the log, and throws what is wrong. */
export interface Check {
  readonly name: string;
  readonly run: (ask: Asker, builtList: string | undefined) => Promise<string>;
}

/** A title that is a query as it stands: no longer than one may be, and without what may be an operator. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ]{0,255}$/u;

/** What a deployed service must hold, in fewer requests than any sensible limit allows. */
export const CHECKS: readonly Check[] = [
  {
    name: "list",
    run: async (ask, builtList) => {
      const reply = await ask(LIST_ADDRESS);
      checkReply(reply, 200);
      const { count, notes }: NoteList = JSON.parse(reply.text);
      assert.ok(notes.length === count, `${notes.length} notes, but a count of ${count}`);
      assert.ok(builtList === undefined || reply.text === builtList, "not the list that was built");
      return `${count} notes`;
    },
  },
  {
    name: "note",
    run: async (ask) => {
      const [{ route }] = await listedNotes(ask);
      const reply = await ask(noteAddress(route));
      checkReply(reply, 200);
      const note: FullNote = JSON.parse(reply.text);
      assert.ok(note.route === route, `the note of ${note.route}, not of ${route}`);
      assert.ok(typeof note.markdown === "string", "a note without markdown");
      return route;
    },
  },
  {
    name: "search",
    run: async (ask) => {
      const note = (await listedNotes(ask)).find(({ title }) => WORDS.test(title));
      const q = note?.title ?? "note";
      const reply = await ask(`${SEARCH_ADDRESS}?${new URLSearchParams({ q })}`);
      checkReply(reply, 200);
      const { count, results }: SearchResponse = JSON.parse(reply.text);
      const isFound = results.some(({ route }) => route === note?.route);
      assert.ok(isFound || note === undefined, `${q} does not find ${note?.route}`);
      return `${count} for ${q}`;
    },
  },
  {
    name: "openapi",
    run: async (ask) => {
      const reply = await ask(OPENAPI_ADDRESS);
      checkReply(reply, 200);
      const { openapi }: { openapi: string } = JSON.parse(reply.text);
      assert.ok(openapi.startsWith("3.1."), `OpenAPI ${openapi}`);
      return openapi;
    },
  },
  {
    name: "unchanged",
    run: async (ask) => {
      const { headers } = await ask(LIST_ADDRESS);
      const etag = headers.get("ETag") ?? "";
      const reply = await ask(LIST_ADDRESS, { headers: { "If-None-Match": etag } });
      checkReply(reply, 304);
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
  problem("undecodable", 400, `${API_BASE}/notes/%FF.json`),
  problem("no such note", 404, `${API_BASE}/notes/no/such/note.json`),
  problem("no such address", 404, `${API_BASE}/nothing`),
  problem("writing", 405, LIST_ADDRESS, { method: "DELETE" }),
];

async function listedNotes(ask: Asker): Promise<[NoteSummary, ...NoteSummary[]]> {
  const { text } = await ask(LIST_ADDRESS);
  const { notes }: NoteList = JSON.parse(text);
  const [first, ...others] = notes;
  assert.ok(first !== undefined, "there are no notes");
  return [first, ...others];
}

function problem(name: string, status: number, address: string, init?: RequestInit): Check {
  return {
    name,
    run: async (ask) => {
      const reply = await ask(address, init);
      checkReply(reply, status);
      const document: { status: number; title: string } = JSON.parse(reply.text);
      assert.ok(document.status === status, `a problem document of status ${document.status}`);
      return document.title;
    },
  };
}
