import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { behindCode } from "./behind-code.ts";
import { findExact } from "./find-exact.ts";
import { findStems } from "./find-stems.ts";
import type { Pattern, Query } from "./query.ts";
import { readWord } from "./read-word.ts";
import type { SearchIndex } from "./search-index.ts";
import { utf8Of } from "./utf8-of.ts";
import { wordAt } from "./word-at.ts";

/** What the operators of a query let through. */
export class NoteFilter {
  /** Whether there is anything to check. */
  readonly isActive: boolean;
  readonly #index: SearchIndex;
  readonly #facets: readonly { column: number; value: number; excluded: boolean }[];
  readonly #patterns: readonly CompiledPattern[];

  constructor(index: SearchIndex, query: Query) {
    this.#index = index;
    this.#facets = query.facets.map((facet) => ({
      ...facet,
      value: facetNumber(index, facet.value),
    }));
    this.#patterns = query.patterns.map((pattern) => compile(index, pattern));
    this.isActive = query.facets.length + query.patterns.length > 0;
  }

  /** Whether any note of a block has the collection, domain and category asked for. */
  allowsBlock(block: number): boolean {
    const first = block * INDEX_FORMAT.notesPerBlock;
    const end = Math.min(this.#index.count, first + INDEX_FORMAT.notesPerBlock);
    for (let note = first; note < end; note++) if (this.allows(note)) return true;
    return false;
  }

  /** Whether a note has the collection, domain and category asked for. */
  allows(note: number): boolean {
    const { facets } = this.#index;
    return this.#facets.every(
      ({ column, value, excluded }) => (facets[3 * note + column] === value) !== excluded,
    );
  }

  /** Whether the text of the note that begins at `start` has the phrases and tags asked for, and none that are excluded. */
  fits(start: number): boolean {
    return this.#patterns.every(
      (pattern) => holds(this.#index, start, pattern) !== pattern.excluded,
    );
  }
}

interface CompiledPattern extends Pattern {
  /** For a word of the lexicon, a bit for each place in the pattern where it fits. */
  readonly places: ReadonlyMap<number, number>;
  /** The bit of the last place. */
  readonly last: number;
}

/** The number of a facet's value as the notes have it; one that none has, if there is no such value. */
function facetNumber(index: SearchIndex, slug: string): number {
  const names = UTF8_TEXT.decode(index.facetNames).split("\0");
  return names.indexOf(slug) + 1 || NO_FACET;
}

const NO_FACET = 0x10000;
const UTF8_TEXT = new TextDecoder();

function compile(index: SearchIndex, pattern: Pattern): CompiledPattern {
  const places = new Map<number, number>();
  const words = pattern.words.slice(0, 31);
  words.forEach((text, place) => {
    const key = utf8Of(text);
    const fitting = findExact(index, key);
    if (pattern.tag) fitting.push(...findStems(index, key));
    for (const word of fitting) places.set(word, (places.get(word) ?? 0) | (1 << place));
  });
  return { ...pattern, places, last: 1 << (words.length - 1) };
}

/**
 * Whether a title, tag or summary of the note has the words of a pattern in a row; for a tag, whether
 * they are a whole one. `state` has a bit for every beginning of the pattern that ends here (Shift-And).
 */
function holds(index: SearchIndex, start: number, pattern: CompiledPattern): boolean {
  const { text } = index;
  let at = pattern.tag ? text.indexOf(0, start) + 1 : start;
  for (let field = pattern.tag ? 1 : 0; field < (pattern.tag ? 2 : 3); field++) {
    let state = 0;
    let atStart = true;
    let whole = false;
    for (;;) {
      if (text[at] === 0) break;
      const word = wordAt(index, at);
      at = behindCode(index, at);
      const fitting = pattern.places.get(word) ?? 0;
      // In most notes nothing of the pattern stands: what a word is that does not fit is then all one.
      if (!pattern.tag && state === 0 && fitting === 0) continue;
      if (fitting === 0 && isSeparator(index, word)) {
        if (field !== 1 || !isTagEnd(index, word)) continue;
        if (whole) return true;
        state = 0;
        atStart = true;
        continue;
      }
      const begins = !pattern.tag || atStart ? 1 : 0;
      state = ((state << 1) | begins) & fitting;
      atStart = false;
      whole = (state & pattern.last) !== 0;
      if (whole && !pattern.tag) return true;
    }
    if (whole) return true;
    at++;
  }
  return false;
}

function isSeparator(index: SearchIndex, word: number): boolean {
  return readWord(index, word).bytes[0] === INDEX_FORMAT.marks.separator;
}

/** Whether a separator has a line feed, as JSON writes it. */
function isTagEnd(index: SearchIndex, word: number): boolean {
  const { bytes, length } = readWord(index, word);
  return UTF8_TEXT.decode(bytes.subarray(0, length)).includes("\\n");
}
