import type { Finding } from "../problems/problem-log.ts";

/** What a shard says of one file. Plain data: it crosses between threads, and the cache keeps it. */
export interface ParsedFile {
  file: string;
  /** Of the file's bytes; absent where they are not text. */
  digest?: string;
  findings: Finding[];
  /** Absent for a draft, and for what cannot be read. */
  note?: FoldedNote;
}

/** A note without its text. What most runs never look into is folded up as JSON. */
export interface FoldedNote {
  title: string;
  aliases: string[];
  /** `Heading[]` as JSON. */
  headings: string;
  /** The targets of its links, each once, a line each. */
  links: string;
  /** `NoteListing` as JSON. */
  listing: string;
}
