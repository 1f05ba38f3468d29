import type { FullNote } from "../../worker/contract/note.ts";
import type { Note } from "../notes/note.ts";

/** Fields that are undefined are none in JSON. */
type Fields<T> = { [Key in keyof T]: T[Key] | undefined };

/** The note as the body of its own address: the fields its collection shows, in the contract's order. */
export function toFullNote(note: Note): Fields<FullNote> {
  const { full } = note.collection;
  return {
    route: note.route,
    title: note.title,
    collection: note.collection.name,
    domain: full.includes("domain") ? note.domain : undefined,
    category: full.includes("category") ? note.category : undefined,
    tags: note.tags,
    summary: note.summary,
    markdown: note.markdown,
  };
}
