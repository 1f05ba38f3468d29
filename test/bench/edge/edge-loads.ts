import { LIST_ADDRESS, SEARCH_ADDRESS } from "../../../worker/contract/addresses.ts";
import { noteAddress } from "../../../worker/contract/note-address.ts";
import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { HttpConnection } from "../../edge/http-connection.ts";
import type { Workerd } from "../../edge/workerd.ts";
import { getRequest } from "./get-request.ts";
import { makeQueries } from "./make-queries.ts";
import type { Load } from "./run-load.ts";

/** Different requests in a load of searches or notes, and in one of conditional requests. */
const TARGETS = 1000;
const CONDITIONAL = 200;

/** A load, the one it is compared with, and the least ratio aimed at of their requests a second. */
export interface EdgeLoad extends Load {
  readonly beside?: string;
  readonly goal?: number;
}

/** The loads in an order that puts those next to each other that are compared. */
export async function edgeLoads(
  workers: Readonly<Record<"api" | "limited" | "constant" | "passThrough", Workerd>>,
  documents: readonly SearchDocument[],
): Promise<EdgeLoad[]> {
  const { api, limited, constant, passThrough } = workers;
  const searches = makeQueries(documents, TARGETS).map(
    (query) => `${SEARCH_ADDRESS}?${new URLSearchParams({ q: query })}`,
  );
  const step = Math.floor(documents.length / TARGETS);
  const notes = searches.map((_, i) => noteAddress(documents[i * step]!.route));
  const half = CONDITIONAL / 2;
  const known = [...notes.slice(0, half), ...searches.slice(0, half)];

  const search = searches.map((target) => getRequest(target));
  const note = notes.map((target) => getRequest(target));
  const list = [getRequest(LIST_ADDRESS)];
  const unchanged = await conditional(api, known);
  await useUp(limited, note);
  const besideConstant = { beside: "constant", goal: 0.9 };
  return [
    { name: "search", workerd: api, requests: search, status: 200, beside: "constant", goal: 0.7 },
    { name: "constant", workerd: constant, requests: search, status: 200 },
    { name: "304", workerd: api, requests: unchanged, status: 304, ...besideConstant },
    { name: "429", workerd: limited, requests: note, status: 429, ...besideConstant },
    { name: "note passed", workerd: passThrough, requests: note, status: 200 },
    { name: "note", workerd: api, requests: note, status: 200, beside: "note passed", goal: 0.85 },
    { name: "list passed", workerd: passThrough, requests: list, status: 200 },
    { name: "list", workerd: api, requests: list, status: 200, beside: "list passed", goal: 0.85 },
  ];
}

/** The requests of a client that has what the targets answer. */
async function conditional(workerd: Workerd, targets: readonly string[]): Promise<string[]> {
  const connection = await HttpConnection.open(workerd.port);
  const requests: string[] = [];
  for (const target of targets) {
    const { head } = await connection.send(getRequest(target));
    const etag = /\r\netag: *(.+)\r\n/i.exec(head)?.[1] ?? "";
    requests.push(getRequest(target, { "If-None-Match": etag }));
  }
  connection.close();
  return requests;
}

/** Asks until the limit refuses. */
async function useUp(workerd: Workerd, requests: readonly string[]): Promise<void> {
  const connection = await HttpConnection.open(workerd.port);
  for (const request of requests) if ((await connection.send(request)).status === 429) break;
  connection.close();
}
