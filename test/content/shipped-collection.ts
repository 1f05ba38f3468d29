import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { SEARCH_INDEX_FILE } from "../../scripts/output/search-index-file.ts";
import { API_BASE, LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import type { FullNote, NoteList } from "../../worker/contract/note.ts";
import { CONTENT } from "./content-folder.ts";
import type { ShippedNote } from "./shipped-note.ts";

/** The shipped collection as the build made it: the notes ordered by route, and the search index. */
export function shippedCollection(): { notes: ShippedNote[]; index: ArrayBuffer } {
  const dist = join(inject("bundle").folder, "dist");
  const list: NoteList = JSON.parse(readFileSync(join(dist, LIST_ADDRESS), "utf8"));
  return {
    notes: list.notes.map(({ route }) => {
      const note: FullNote = JSON.parse(
        readFileSync(join(dist, `${API_BASE}/notes${route}.json`), "utf8"),
      );
      // Every form of route that the collection declares mirrors the path of the file.
      const file = `${route.slice(1)}.md`;
      return { ...note, file, text: readFileSync(join(CONTENT, file), "utf8") };
    }),
    index: new Uint8Array(readFileSync(join(dist, SEARCH_INDEX_FILE))).buffer,
  };
}
