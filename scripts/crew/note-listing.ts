import type { ParsedNote } from "../notes/parsed-note.ts";

/** What the list and the search index show of a note beside its title and its route. */
export type NoteListing = Pick<
  ParsedNote,
  "category" | "domain" | "tags" | "summary" | "hasSummary"
>;
