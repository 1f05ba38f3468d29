import type { NoteSummary } from "../../worker/contract/note.ts";
import type { ListedNote } from "../notes/listed-note.ts";

/** The note as an element of the list: the fields its collection lists, in the contract's order. */
export function toSummary(note: ListedNote): NoteSummary {
  const { list } = note.collection;
  return {
    route: note.route,
    title: note.title,
    collection: note.collection.name,
    ...(list.includes("category") && note.category !== undefined && { category: note.category }),
    ...(list.includes("domain") && note.domain !== undefined && { domain: note.domain }),
    tags: note.tags,
    summary: note.summary,
  };
}
