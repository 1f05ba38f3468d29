import type { Collection } from "../collections/collection.ts";
import type { MarkdownScan } from "../wikilinks/scan.ts";

/** One note taken apart, before any link is resolved. Plain data: it holds for these bytes alone. */
export interface ParsedNote {
  file: string;
  text: string;
  /** Offset of the body in `text`, UTF-16 units. */
  bodyStart: number;
  /** Line of the file at which the body starts, from 1. */
  bodyLine: number;
  collection: Collection;
  title: string;
  category?: string;
  domain?: string;
  tags: string[];
  summary: string;
  /** Whether its author wrote the summary; else it is made from the body. */
  hasSummary: boolean;
  aliases: readonly string[];
  /** The wikilinks and headings of the body. */
  scan: MarkdownScan;
}
