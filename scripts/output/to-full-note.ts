import type { FullNote } from "../../worker/contract/note.ts";
import type { Note } from "../notes/note.ts";

/** The note as the body of its own address: the fields its collection shows, in the contract's order. */
export function toFullNote(note: Note): FullNote {
  const { full } = note.collection;
  return {
    route: note.route,
    title: note.title,
    collection: note.collection.name,
    ...(full.includes("domain") && note.domain !== undefined && { domain: note.domain }),
    ...(full.includes("category") && note.category !== undefined && { category: note.category }),
    tags: note.tags,
    summary: note.summary,
    markdown: note.markdown,
  };
}
