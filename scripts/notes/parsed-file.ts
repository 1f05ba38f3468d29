/** The stages of a note: routed, then parsed. */
import type { FieldValue } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { Collection } from "../config/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import type { MarkdownScan } from "../markdown/scan.ts";

/** A note, or another file, with the names that links may use for it. */
export interface Named {
  /** Path relative to the content folder, with `/`, with its extension. */
  file: string;
  title: string;
  aliases: readonly string[];
  /** A first heading that the file's name displaced as its title. */
  heading?: string;
}

/** A file with its collection and route. Without a route, which is a diagnostic, it is read but not published. */
export interface RoutedFile {
  file: string;
  collection: Collection;
  route: Route | undefined;
}

/** A note before its links are resolved. Valid as long as its bytes and the configuration stay the same. */
export interface ParsedNote extends Named {
  tags: string[];
  summary: string;
  /** Whether its author wrote the summary; otherwise it is made from the body. */
  hasSummary: boolean;
  /** Routes that the note had before, from which the service redirects. No other note has or had them. */
  formerly: Route[];
  /** Dates in its front matter: of its last change; and a `date`, which is usually that of its creation. */
  ownDates: { updated?: string; date?: string };
  /** The values of its declared fields, in declared order. */
  fields: Readonly<Record<string, FieldValue>>;
  /** Keys in its front matter that are not read. */
  unreadKeys: string[];
  /** The mark by which other tools hide it, such as `hidden: true`. */
  hiddenBy?: string | undefined;
  /** The mark by which it is clearly meant to be published. */
  publishedBy?: string | undefined;
  /** Offset of the body in the file's text, UTF-16 units. */
  bodyStart: number;
  /** Line of the file at which the body starts, from 1. */
  bodyLine: number;
  /** The wikilinks and headings of the body; offsets into the body. */
  scan: MarkdownScan;
}

/** The contents of a file. Valid as long as its bytes stay the same. */
export interface ParsedFile {
  /** Digest of the file's bytes; empty if they cannot be read. */
  digest: string;
  diagnostics: Diagnostic[];
  /** Absent for withheld notes and for files that cannot be read. */
  note?: ParsedNote;
  withheld?: WithheldNote;
}

/** A note that is not published, with the names by which links could refer to it. */
export interface WithheldNote extends Named {
  /** The mark, folder or rule that withholds it, as the report names it. */
  by: string;
}

/** A note with its route. It does not include the text, which is read again for linking. */
export interface Note extends ParsedNote, RoutedFile {
  route: Route;
  /** When it was last changed, such as `2026-11-23`; absent if that is not known, or its collection declares the field. */
  updated?: string;
}
