import { LIST_ADDRESS, SEARCH_ADDRESS } from "../../../worker/contract/addresses.ts";
import { noteAddress } from "../../../worker/contract/note-address.ts";
import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { HttpConnection } from "../../edge/http-connection.ts";
import type { Workerd } from "../../edge/workerd.ts";
import { makeQueries } from "./make-queries.ts";
import { repeatQueries } from "./repeat-queries.ts";
import { Requests } from "./requests.ts";
import type { Load } from "./run-load.ts";

/** Queries of which none comes again before so many others that no memory holds its answer. */
const DISTINCT = 12_000;
/** Queries in a load in which the popular ones come again and again. */
const MIXED = 40_000;
/** Different targets in the loads of notes and of searches that were answered before. */
const TARGETS = 1000;
/** Different targets of conditional requests: half of them notes, half searches. */
const CONDITIONAL = 200;

/** A load, the one it is compared with, and the least ratio aimed at of their requests a second. */
export interface EdgeLoad extends Load {
  readonly beside?: string;
  readonly goal?: number;
}

/**
 * The loads in an order that puts those next to each other that are compared.
 * @param workers of `limited` the first client has used up the limit
 */
export async function edgeLoads(
  workers: Readonly<Record<"api" | "limited" | "prepared" | "constant" | "passThrough", Workerd>>,
  documents: readonly SearchDocument[],
): Promise<EdgeLoad[]> {
  const { api, limited, prepared, constant, passThrough } = workers;
  const queries = makeQueries(documents, DISTINCT);
  const searches = queries.map(searchAddress);
  const step = Math.floor(documents.length / TARGETS);
  const notes = Array.from({ length: TARGETS }, (_, i) => noteAddress(documents[i * step]!.route));
  const half = CONDITIONAL / 2;
  const conditional = [...notes.slice(0, half), ...searches.slice(0, half)];

  const distinct = new Requests(searches);
  const mixed = new Requests(repeatQueries(queries, MIXED).map(searchAddress));
  const again = new Requests(searches.slice(0, TARGETS));
  const unchanged = new Requests(conditional, { etags: await etagsOf(api, conditional) });
  const refused = new Requests(notes, { clients: 1 });
  const note = new Requests(notes);
  const list = new Requests([LIST_ADDRESS]);
  const search = { workerd: api, status: 200, beside: "constant", goal: 0.7 };
  const cheap = { beside: "constant", goal: 0.9 };
  return [
    { name: "search, all different", requests: distinct, ...search },
    { name: "search, as people ask", requests: mixed, ...search },
    { name: "search, asked before", requests: again, ...search },
    { name: "constant", workerd: constant, requests: distinct, status: 200 },
    { name: "304", workerd: api, requests: unchanged, status: 304, ...cheap },
    { name: "429", workerd: limited, requests: refused, status: 429, ...cheap },
    { name: "429 prepared", workerd: prepared, requests: refused, status: 429, beside: "constant" },
    { name: "note passed", workerd: passThrough, requests: note, status: 200 },
    { name: "note", workerd: api, requests: note, status: 200, beside: "note passed", goal: 0.85 },
    { name: "list passed", workerd: passThrough, requests: list, status: 200 },
    { name: "list", workerd: api, requests: list, status: 200, beside: "list passed", goal: 0.85 },
  ];
}

function searchAddress(query: string): string {
  return `${SEARCH_ADDRESS}?${new URLSearchParams({ q: query })}`;
}

/** The tags of what the targets answer. */
async function etagsOf(workerd: Workerd, targets: readonly string[]): Promise<string[]> {
  const connection = await HttpConnection.open(workerd.port);
  const requests = new Requests(targets);
  const etags: string[] = [];
  while (etags.length < targets.length) {
    const { head } = await connection.send(requests.next());
    etags.push(/\r\netag: *(.+)\r\n/i.exec(head)?.[1] ?? "");
  }
  connection.close();
  return etags;
}
