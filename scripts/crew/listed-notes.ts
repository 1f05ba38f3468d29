import type { ListedNote } from "../notes/listed-note.ts";
import type { NoteListing } from "./note-listing.ts";
import type { PublishedFile } from "./published-files.ts";

/** Published notes as the list and the search index show them, one after the other. */
export function* listedNotes(published: readonly PublishedFile[]): Generator<ListedNote> {
  for (const each of published) yield toListedNote(each);
}

function toListedNote({ file, route, collection, note }: PublishedFile): ListedNote {
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
