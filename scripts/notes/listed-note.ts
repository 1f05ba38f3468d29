import type { Note } from "./note.ts";

/** A note as the list and the search index show it: all but its text. */
export type ListedNote = Pick<
  Note,
  | "file"
  | "route"
  | "title"
  | "collection"
  | "category"
  | "domain"
  | "tags"
  | "summary"
  | "hasSummary"
>;
