import type { Route } from "./route.ts";

/** The value of a declared field. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * One element of `notes` in the list, with the fields of the reference. Other fields that the collection
 * shows in the list come after them. Fields that a note does not have are absent, never `null`.
 */
export interface NoteSummary {
  route: Route;
  title: string;
  /** Name of the note's collection: as declared, or the name of its folder. */
  collection: string;
  category?: string;
  domain?: string;
  tags: string[];
  summary: string;
  /** When the note was last changed, such as `2026-11-23`. */
  updated?: string;
}

/** The body of a note's response, with the fields of the reference. */
export interface FullNote extends NoteSummary {
  /** The text after the front matter, byte for byte, except that wikilinks are links to routes. */
  markdown: string;
}

/** The body of `/api/v1/notes.json`, ordered by `route`, by code point. */
export interface NoteList {
  count: number;
  notes: NoteSummary[];
}

/**
 * The body of `/api/v1/digests.json`, from which a mirror learns which notes have changed since its
 * last request.
 */
export interface Digests {
  /** Number of notes. */
  count: number;
  /**
   * From each route, in the order of the list, to the first 32 hexadecimal digits of the SHA-256 of the
   * body of a 200 at the note's address.
   */
  digests: Record<Route, string>;
  /** References, relative to this file, to the parts that have all notes: `parts/1.json`, `parts/2.json`, … */
  parts: string[];
}

/** The body of `/api/v1/parts/{part}.json`: consecutive notes in the order of the list, at most 16 MiB. */
export interface Part {
  /** Each byte for byte the body of a 200 at the note's address. */
  notes: FullNote[];
}

/** The body of `/api/v1/links.json`: the links between notes. */
export interface Links {
  /** Number of notes that link to others. */
  count: number;
  /**
   * From the route of each of these notes, in the order of the list, to the routes that its Markdown links to, in
   * order of first appearance, each once, without its own.
   */
  links: Record<Route, Route[]>;
}

/*
 * The fields with a fixed position in responses, in order; `…` stands for the other fields that a collection declares.
 * They are listed here alone: the names that declared fields cannot have, the files of the notes and the schemas in
 * the OpenAPI document follow from these lists.
 */
const SUMMARY_ORDER = "route title collection category domain tags summary …".split(" ");
const FULL_ORDER = "route title collection domain category tags summary … markdown".split(" ");

/**
 * Those of them that only notes of collections that declare them have. In a folder without configuration, every
 * collection does.
 */
export const OPTIONAL_FIELDS: readonly string[] = ["category", "domain"];

/** The field that notes have without a declaration, after the declared ones, unless the owner declares it or has none. */
export const UPDATED_FIELD = "updated";

/** Those of them that every note has. Declared fields cannot use these names. */
export const RESERVED_FIELDS = fullNoteFields([]);

/** The names of a list element's fields, in order. @param own those that the list shows, in order */
export function summaryFields(own: readonly string[]): string[] {
  return withOwn(SUMMARY_ORDER, own);
}

/** The names of a full note's fields, in order. @param own those that a full note shows, in order */
export function fullNoteFields(own: readonly string[]): string[] {
  return withOwn(FULL_ORDER, own);
}

function withOwn(order: readonly string[], own: readonly string[]): string[] {
  const others = own.filter((name) => !OPTIONAL_FIELDS.includes(name));
  return order.flatMap((name) => {
    if (name === "…") return others;
    return OPTIONAL_FIELDS.includes(name) && !own.includes(name) ? [] : [name];
  });
}
