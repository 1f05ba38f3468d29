import { Blocks } from "./blocks.ts";
import { type LanguageRules, rulesOf } from "./language.ts";
import { Matches } from "./matches.ts";
import { NoteTexts } from "./note-texts.ts";
import { openIndex, type SearchIndex } from "./open-index.ts";
import { NoteReader } from "./read-note.ts";

/**
 * An open index, which is never written to, and the memory that a query writes to. A query clears each part
 * before it uses it, so one that throws leaves nothing behind. The memory is reused because allocating it takes
 * longer than many a query.
 */
export interface SearchEngine {
  readonly index: SearchIndex;
  readonly language: LanguageRules;
  readonly matches: Matches;
  readonly blocks: Blocks;
  readonly reader: NoteReader;
  readonly texts: NoteTexts;
}

/** @throws Error as `openIndex` does, or if `loadLanguage` was not called for a language other than English */
export function openEngine(buffer: ArrayBuffer): SearchEngine {
  const index = openIndex(buffer);
  const matches = new Matches(index);
  return {
    index,
    language: rulesOf(index.language),
    matches,
    blocks: new Blocks(index.blocks),
    reader: new NoteReader(index, matches),
    texts: new NoteTexts(index),
  };
}
