/** The plain data that passes between the stages of a build. */
import type { FieldValue } from "../worker/contract/note.ts";
import type { Route } from "../worker/contract/route.ts";
import type { Named } from "./links/name-index.ts";
import type { MarkdownScan } from "./links/scan.ts";
import type { Finding } from "./report/problems.ts";
import type { RuleName, Severity } from "./report/rules.ts";

export type ScalarType = "text" | "number" | "boolean";

/** A field as a collection declares it. */
export interface FieldRule {
  type: ScalarType | "list";
  /** The type of a list's items. */
  items: ScalarType;
  required: boolean;
  /** The allowed texts; absent if any is allowed. */
  values?: readonly string[];
  description?: string;
}

/** A collection as declared in `collections.yaml`, or derived from a folder. */
export interface Collection {
  name: string;
  /** Relative to the content folder, with `/`, in Unicode form NFC; empty for the notes at the root. */
  folder: string;
  /** The form of its routes, such as `/terms/{domain}/{slug}`. */
  route: string;
  /** The declared fields by their keys in the front matter, in declared order. */
  fields: Readonly<Record<string, FieldRule>>;
  /** The declared fields that the list shows, in order. */
  list: readonly string[];
  /** The declared fields that a full note shows, in order. */
  full: readonly string[];
}

/** The configuration in `collections.yaml`, or the defaults if there is none. */
export interface Config {
  mode: "strict" | "lenient";
  /** The declared collections; undefined if each top-level folder is one. */
  collections: readonly Collection[] | undefined;
  /** The fields of collections that are derived from folders. */
  shared: Pick<Collection, "fields" | "list" | "full">;
  /** The allowed tags; undefined if any is allowed. */
  tags: ReadonlySet<string> | undefined;
  inlineTags: boolean;
  /** Whether Markdown links to notes stay as they are or become links to routes. */
  markdownLinks: "keep" | "route";
  /** Names that wikilinks may use before their notes exist. */
  planned: ReadonlySet<string>;
  /** Glob patterns of files to leave out. */
  ignore: readonly string[];
  rules: ReadonlyMap<RuleName, Severity>;
}

/** A file in its collection. If it has no route, which is a finding, it is read but not published. */
export interface PlacedFile {
  file: string;
  collection: Collection;
  route: Route | undefined;
}

/** A note before its links are resolved. Valid as long as its bytes and the configuration stay the same. */
export interface ParsedNote {
  title: string;
  tags: string[];
  summary: string;
  /** Whether its author wrote the summary; otherwise it is made from the body. */
  hasSummary: boolean;
  /** Other names of the note, which wikilinks may use. */
  aliases: string[];
  /** The values of its declared fields, in declared order. */
  fields: Readonly<Record<string, FieldValue>>;
  /** Keys in its front matter that are not read. */
  unreadKeys: string[];
  /** Offset of the body in the file's text, UTF-16 units. */
  bodyStart: number;
  /** Line of the file at which the body starts, from 1. */
  bodyLine: number;
  /** The wikilinks and headings of the body; offsets into the body. */
  scan: MarkdownScan;
}

/** The contents of a file. Valid as long as its bytes stay the same. */
export interface ParsedFile {
  /** `sourceStamp` of the file. */
  stamp: string | undefined;
  /** Digest of the file's bytes; empty if they cannot be read. */
  digest: string;
  findings: Finding[];
  /** Absent for drafts and for files that cannot be read. */
  note?: ParsedNote;
  /** If the file is a draft: the names by which links could refer to it. */
  draft?: Named;
}

/** A note with its route. It does not include the text, which is read again for linking. */
export interface PlacedNote extends ParsedNote, PlacedFile {
  route: Route;
}
