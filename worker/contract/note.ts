import type { Route } from "./route.ts";

/** One element of `notes` in the list. Optional fields are absent, never `null`. */
export interface NoteSummary {
  route: Route;
  title: string;
  /** Name of the collection the note belongs to: as declared, or of the folder it lies in. */
  collection: string;
  category?: string;
  domain?: string;
  tags: string[];
  summary: string;
}

/** The body of one note's address. */
export interface FullNote {
  route: Route;
  title: string;
  collection: string;
  domain?: string;
  category?: string;
  tags: string[];
  summary: string;
  /** The body after the front matter, byte for byte, but for its wikilinks, which are links to routes. */
  markdown: string;
}

/** The body of `/api/v1/notes.json`, ordered by `route`, by code point. */
export interface NoteList {
  count: number;
  notes: NoteSummary[];
}
