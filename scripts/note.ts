/** What passes from stage to stage of a build: plain data, a type for each arrow. */
import type { FieldValue } from "../worker/contract/note.ts";
import type { Route } from "../worker/contract/route.ts";
import type { MarkdownScan } from "./links/scan.ts";

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

/** A Markdown file as it was read. */
export interface SourceFile {
  /** Path relative to the content folder, with `/`, as on the disk. */
  file: string;
  /** The file's text without a leading byte order mark. */
  text: string;
  /** SHA-1 of the file's bytes. */
  digest: string;
}

/** A file in its collection. Without a route, which is a finding, it is read and not published. */
export interface PlacedFile {
  file: string;
  collection: Collection;
  route: Route | undefined;
}

/** A note taken apart, before any link is resolved. It holds for as long as its bytes and the configuration do. */
export interface ParsedNote {
  file: string;
  collection: Collection;
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

/** A note as it is published: at its route, with its wikilinks resolved. */
export interface Note extends ParsedNote {
  route: Route;
  /** The body, byte for byte except for its wikilinks. */
  markdown: string;
}
