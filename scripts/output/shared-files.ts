import { LIST_ADDRESS, OPENAPI_ADDRESS } from "../../worker/contract/addresses.ts";
import type { NoteList } from "../../worker/contract/note.ts";
import type { ListedNote } from "../notes/listed-note.ts";
import type { DistFile } from "./dist-file.ts";
import { SEARCH_INDEX_FILE } from "./search-index-file.ts";
import { staticHeaders } from "./static-headers.ts";
import { toSummary } from "./to-summary.ts";

/**
 * The files that are made from all notes together, ordered by route.
 * The asset store takes all but what `.assetsignore` names.
 */
export function sharedFiles(
  notes: readonly ListedNote[],
  searchIndex: Uint8Array,
  openapi: object,
): DistFile[] {
  const list: NoteList = { count: notes.length, notes: notes.map(toSummary) };
  return [
    { path: SEARCH_INDEX_FILE, bytes: searchIndex },
    { path: ".assetsignore", bytes: Buffer.from(`${SEARCH_INDEX_FILE}\n`) },
    { path: "_headers", bytes: Buffer.from(staticHeaders()) },
    jsonFile(LIST_ADDRESS, list),
    jsonFile(OPENAPI_ADDRESS, openapi),
  ];
}

function jsonFile(address: string, value: object): DistFile {
  return { path: address.slice(1), bytes: Buffer.from(JSON.stringify(value)) };
}
