import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { ListedNote } from "../notes/listed-note.ts";
import type { NoteListing } from "./note-listing.ts";
import { publishedFiles } from "./published-files.ts";
import type { VaultFile } from "./vault-file.ts";

/** The published notes as the list and the search index show them, ordered by route. */
export function listNotes(vault: readonly VaultFile[]): ListedNote[] {
  return publishedFiles(vault)
    .map(({ file, route, collection, note }): ListedNote => {
      const listing: NoteListing = JSON.parse(note.listing);
      return { file, route, collection, title: note.title, ...listing };
    })
    .sort((a, b) => compareCodePoints(a.route, b.route));
}
