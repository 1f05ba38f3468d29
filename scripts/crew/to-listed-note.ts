import type { ListedNote } from "../notes/listed-note.ts";
import type { NoteListing } from "./note-listing.ts";
import type { PublishedFile } from "./published-files.ts";

/** A published note as the list and the search index show it. */
export function toListedNote({ file, route, collection, note }: PublishedFile): ListedNote {
  const { category, domain, tags, summary, hasSummary }: NoteListing = JSON.parse(note.listing);
  return {
    file,
    route,
    title: note.title,
    collection,
    ...(category !== undefined && { category }),
    ...(domain !== undefined && { domain }),
    tags,
    summary,
    hasSummary,
  };
}
