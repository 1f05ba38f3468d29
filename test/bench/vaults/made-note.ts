import type { RuleName } from "../../../scripts/problems/rules.ts";

/** A wikilink of a made note, and what it has to become. */
export interface MadeLink {
  /** As it stands in the note. */
  source: string;
  /** Markdown of the label, or all of what is written where the link leads nowhere. */
  label: string;
  /** The file it leads to; undefined where it leads nowhere. */
  target?: string;
  anchor?: string;
  /** What a build has to say of it. */
  rule?: RuleName;
}

/** A note of a made vault: its text is the head and the parts, joined. */
export interface MadeNote {
  /** Relative to the vault, with `/`. */
  file: string;
  /** Byte order mark and front matter. */
  head: string;
  /** The body: text that no build may touch, and links. */
  parts: readonly (string | MadeLink)[];
  isDraft: boolean;
  /** What a build has to say of the note as a whole. */
  rule?: RuleName;
}
