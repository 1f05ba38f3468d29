import type { Route } from "./route.ts";

/** The value of a field that a collection declares. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * One element of `notes` in the list, with the fields of the reference. What else a note's
 * collection lists follows them. Fields that a note does not have are absent, never `null`.
 */
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

/** The body of one note's address, with the fields of the reference. */
export interface FullNote {
  route: Route;
  title: string;
  collection: string;
  domain?: string;
  category?: string;
  tags: string[];
  summary: string;
  /** The body after the front matter, byte for byte, except that its wikilinks are links to routes. */
  markdown: string;
}

/** The body of `/api/v1/notes.json`, ordered by `route`, by code point. */
export interface NoteList {
  count: number;
  notes: NoteSummary[];
}

/**
 * The body of `/api/v1/digests.json`: from which a mirror learns which notes have changed since it
 * last asked.
 */
export interface Digests {
  /** Number of notes. */
  count: number;
  /**
   * From each route, in the order of the list, to the first 32 hexadecimal digits of the SHA-256 of
   * what a 200 sends at the note's address.
   */
  digests: Record<Route, string>;
}

/**
 * The fields of the reference that only some notes have. Where a collection publishes them they
 * have a place of their own; every collection of a folder without configuration has them.
 */
export const OPTIONAL_FIELDS: readonly string[] = ["category", "domain"];

/** The fields that every note has. No declared field can take their names. */
export const RESERVED_FIELDS: readonly string[] = [
  "route",
  "title",
  "collection",
  "tags",
  "summary",
  "markdown",
];

const SUMMARY_ORDER = ["route", "title", "collection", "category", "domain", "tags", "summary"];
const FULL_ORDER = ["route", "title", "collection", "domain", "category", "tags", "summary"];

/** The names of the fields of a list element, in order. @param listed the declared fields that the list shows, in order */
export function summaryFields(listed: readonly string[]): string[] {
  return ordered(SUMMARY_ORDER, listed);
}

/** The names of the fields of a full note, in order. @param shown the declared fields that a full note shows, in order */
export function fullNoteFields(shown: readonly string[]): string[] {
  return [...ordered(FULL_ORDER, shown), "markdown"];
}

function ordered(reference: readonly string[], published: readonly string[]): string[] {
  const placed = reference.filter(
    (name) => !OPTIONAL_FIELDS.includes(name) || published.includes(name),
  );
  return [...placed, ...published.filter((name) => !OPTIONAL_FIELDS.includes(name))];
}
