/** What passes from stage to stage of a build: plain data, a type for each arrow. */
import type { FieldValue } from "../worker/contract/note.ts";
import type { Route } from "../worker/contract/route.ts";
import type { Named } from "./links/name-index.ts";
import type { MarkdownScan } from "./links/scan.ts";
import type { Finding } from "./report/problems.ts";
import type { RuleName, Severity } from "./report/rules.ts";

export type ScalarType = "text" | "number" | "boolean";

/** What a collection asks of one of its fields. */
export interface FieldRule {
  type: ScalarType | "list";
  /** The type of a list's items. */
  items: ScalarType;
  required: boolean;
  /** The allowed texts; absent allows any. */
  values?: readonly string[];
  description?: string;
}

/** A collection as `collections.yaml` declares it, or as it follows from the folders. */
export interface Collection {
  name: string;
  /** Relative to the content folder, with `/`, in Unicode form NFC; empty for the notes at the root. */
  folder: string;
  /** The form of a route, such as `/terms/{domain}/{slug}`. */
  route: string;
  /** The declared fields by their keys in the front matter, in declared order. */
  fields: Readonly<Record<string, FieldRule>>;
  /** The declared fields that the list shows, in order. */
  list: readonly string[];
  /** The declared fields that a full note shows, in order. */
  full: readonly string[];
}

/** What `collections.yaml` says, or what holds without one. */
export interface Config {
  mode: "strict" | "lenient";
  /** The declared collections; undefined where each folder at the top is one. */
  collections: readonly Collection[] | undefined;
  /** What the collections that folders make publish. */
  shared: Pick<Collection, "fields" | "list" | "full">;
  /** The allowed tags; undefined allows any. */
  tags: ReadonlySet<string> | undefined;
  inlineTags: boolean;
  /** Whether Markdown links to notes stay as they are or become links to routes. */
  markdownLinks: "keep" | "route";
  /** Names that wikilinks may hold before their notes exist. */
  planned: ReadonlySet<string>;
  /** Glob patterns of files that are no notes. */
  ignore: readonly string[];
  rules: ReadonlyMap<RuleName, Severity>;
}

/** A file in its collection. Without a route, which is a finding, it is read and not published. */
export interface PlacedFile {
  file: string;
  collection: Collection;
  route: Route | undefined;
}

/** A note taken apart, before any link is resolved. It holds for as long as its bytes and the configuration do. */
export interface ParsedNote {
  title: string;
  tags: string[];
  summary: string;
  /** Whether its author wrote the summary; otherwise it is made from the body. */
  hasSummary: boolean;
  /** Other names of the note, which wikilinks may use. */
  aliases: string[];
  /** The values of the declared fields that it has, in declared order. */
  fields: Readonly<Record<string, FieldValue>>;
  /** Keys of its front matter that nothing reads. */
  unreadKeys: string[];
  /** Offset of the body in the file's text, UTF-16 units. */
  bodyStart: number;
  /** Line of the file at which the body starts, from 1. */
  bodyLine: number;
  /** The wikilinks and headings of the body; offsets into the body. */
  scan: MarkdownScan;
}

/** What one file holds. It is so for as long as the file's bytes. */
export interface ParsedFile {
  /** `sourceStamp` of the file. */
  stamp: string | undefined;
  /** Of the file's bytes; empty where they cannot be read. */
  digest: string;
  findings: Finding[];
  /** Absent for a draft, and for what cannot be read. */
  note?: ParsedNote;
  /** What links would call a draft by. */
  draft?: Named;
}

/** A note at its route. Its text is read again when it is linked. */
export interface PlacedNote extends ParsedNote, PlacedFile {
  route: Route;
}
