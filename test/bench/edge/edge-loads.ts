import { LIST_ADDRESS, noteAddress, SEARCH_ADDRESS } from "../../../worker/contract/addresses.ts";
import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { HttpConnection, type WireReply } from "../../edge/http-connection.ts";
import type { Workerd } from "../../edge/workerd.ts";
import { makeQueries } from "./make-queries.ts";
import { repeatQueries } from "./repeat-queries.ts";
import { Requests } from "./requests.ts";
import type { Load } from "./run-load.ts";

/** Queries of which none comes again before so many others that no memory holds its answer. */
const DISTINCT = 12_000;
/** Queries in a load in which the popular ones come again and again, and those that come before it. */
const MIXED = 40_000;
const MIXED_BEFORE = 5000;
/** Different targets in the loads of notes and of searches that were answered before. */
const TARGETS = 1000;
/** Different targets of conditional requests: half of them notes, half searches. */
const CONDITIONAL = 200;

/** A load, the one it is compared with, and the least ratio aimed at of their requests a second. */
export interface EdgeLoad extends Load {
  readonly beside?: string;
  readonly goal?: number;
}

export interface EdgeWorkerds {
  readonly api: Workerd;
  /** Two more of the same, since what an isolate was asked is what it remembers. */
  readonly popular: Workerd;
  readonly known: Workerd;
  /** The first client of every load has used up its limit. */
  readonly limited: Workerd;
  /** Sends the refusal of `limited`. */
  readonly prepared: Workerd;
  readonly constant: Workerd;
  readonly passThrough: Workerd;
}

/** The loads in an order that puts those next to each other that are compared. */
export async function edgeLoads(
  { api, popular, known, limited, prepared, constant, passThrough }: EdgeWorkerds,
  documents: readonly SearchDocument[],
): Promise<EdgeLoad[]> {
  const queries = makeQueries(documents, DISTINCT);
  const searches = queries.map(searchAddress);
  const everyNote = documents.map(({ route }) => noteAddress(route));
  const step = Math.floor(documents.length / TARGETS);
  const notes = Array.from({ length: TARGETS }, (_, i) => everyNote[i * step]!);
  const half = CONDITIONAL / 2;
  const conditional = [...notes.slice(0, half), ...searches.slice(0, half)];

  const distinct = new Requests(searches);
  const mixed = new Requests(repeatQueries(queries, MIXED).map(searchAddress));
  const again = new Requests(searches.slice(0, TARGETS));
  const note = new Requests(notes);
  await ask(popular, mixed, MIXED_BEFORE);
  await ask(known, again, TARGETS);
  await ask(known, note, 2 * TARGETS);
  const replies = await ask(api, new Requests(conditional), CONDITIONAL);
  const unchanged = new Requests(conditional, { etags: replies.map(etagOf) });
  const refused = new Requests(notes, { clients: 1 });
  const list = new Requests([LIST_ADDRESS]);
  const search = { status: 200, isRight: isSearch, beside: "constant", goal: 0.7 };
  const cheap = { beside: "constant", goal: 0.9 };
  const refusal = { requests: refused, status: 429, isRight: isRefusal };
  const passed = { requests: note, status: 200, isRight: isNote };
  const own = { workerd: api, ...passed, beside: "note passed", goal: 0.85 };
  const listed = Buffer.from(JSON.stringify({ count: documents.length, notes: documents }));
  const isList = (body: Buffer) => body.equals(listed);
  const whole = { requests: list, status: 200, isRight: isList, atOnce: 1 };
  return [
    { name: "search, all different", workerd: api, requests: distinct, ...search },
    { name: "search, as people ask", workerd: popular, requests: mixed, ...search },
    { name: "search, asked before", workerd: known, requests: again, ...search },
    { name: "constant", workerd: constant, requests: distinct, status: 200 },
    { name: "304", workerd: api, requests: unchanged, status: 304, ...cheap },
    { name: "429", workerd: limited, ...refusal, ...cheap },
    { name: "429 prepared", workerd: prepared, ...refusal, beside: "constant" },
    { name: "note passed", workerd: passThrough, ...passed },
    { name: "note, all different", ...own, requests: new Requests(everyNote) },
    { name: "note, asked before", ...own, workerd: known },
    { name: "list passed", workerd: passThrough, ...whole },
    { name: "list", workerd: api, ...whole, beside: "list passed", goal: 0.85 },
  ];
}

function isSearch(body: Buffer, target: string): boolean {
  const asked = new URLSearchParams(target.slice(target.indexOf("?"))).get("q")?.trim();
  const { query, count, results } = JSON.parse(body.toString());
  return query === asked && count === results.length;
}

function isNote(body: Buffer, target: string): boolean {
  return noteAddress(JSON.parse(body.toString()).route) === target;
}

function isRefusal(body: Buffer): boolean {
  return JSON.parse(body.toString()).status === 429;
}

function searchAddress(query: string): string {
  return `${SEARCH_ADDRESS}?${new URLSearchParams({ q: query })}`;
}

async function ask(workerd: Workerd, requests: Requests, count: number): Promise<WireReply[]> {
  const connection = await HttpConnection.open(workerd.port);
  const replies = await connection.sendAll(Array.from({ length: count }, () => requests.next()));
  connection.close();
  return replies;
}

function etagOf({ head }: WireReply): string {
  return /\r\netag: *(.+)\r\n/i.exec(head)?.[1] ?? "";
}
