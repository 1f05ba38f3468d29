import { editDistance } from "../contract/edit-distance.ts";
import { findWords, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";

/** A word with a similar spelling. */
export interface NearWord {
  /** Folded. */
  readonly text: string;
  /** Edit distance, 1 or 2: characters inserted, deleted, replaced, or swapped with their neighbor. */
  readonly edits: number;
}

/**
 * The words nearest to one that is found nowhere: those with the lowest edit distance and, of these, first
 * those with the same first letter, then those closest in length, then in the order of the lexicon.
 *
 * Only words that begin with its first letter are compared, and, for one edit, with its second, since the
 * first may be one too many or swapped. Length and letters tell most of them apart before their distance
 * is computed.
 *
 * @param text folded
 * @param edits maximum edit distance, 1 or 2
 */
export function nearWords(index: SearchIndex, text: string, edits: number): readonly NearWord[] {
  const [first = "", second = first] = text;
  const near = wordsWith(index, first, text, edits);
  const best = Math.min(edits, ...near.map((word) => word.edits));
  const others = second === first ? [] : wordsWith(index, second, text, 1);
  const all = best === 1 || others.length === 0 ? [...near, ...others] : others;
  const least = Math.min(...all.map((word) => word.edits));
  return all.filter((word) => word.edits === least).slice(0, LIMITS.spellings);
}

/** The words that begin with a letter and are near to a text, the closest in length first. */
function wordsWith(index: SearchIndex, letter: string, text: string, edits: number): NearWord[] {
  const near: NearWord[] = [];
  const key = utf8Of(text);
  const letters = lettersOf(key, key.length);
  // An edit changes one character, of up to four bytes; and replaces a letter by another.
  const bytes = key.length === text.length ? edits : 4 * edits;
  const start = utf8Of(letter);
  const isShort = key.length < MIN_REPLACED;
  let left = LIMITS.compared;
  let before = "";
  findWords(index, start, start.length, (_, folded, length) => {
    const differing = bits(lettersOf(folded, length) ^ letters);
    const isReplaced = isShort && length === key.length && differing > 0;
    if (Math.abs(length - key.length) <= bytes && differing <= 2 * bytes && !isReplaced) {
      const other = textOf(folded.subarray(0, length));
      const distance = other === before ? edits + 1 : editDistance(text, other, edits);
      if (distance <= edits) near.push({ text: other, edits: distance });
      before = other;
    }
    return --left > 0;
  });
  const difference = (word: NearWord): number => Math.abs(word.text.length - text.length);
  return near.sort((a, b) => difference(a) - difference(b));
}

/** A shorter word with another letter is more often another word than a misspelling: `leak` and `leap`. */
const MIN_REPLACED = 6;

/** The set of the bytes of a word, modulo 32. */
function lettersOf(word: Uint8Array, length: number): number {
  let letters = 0;
  for (let i = 0; i < length; i++) letters |= 1 << word[i]!;
  return letters;
}

/** Number of bits that are set. */
function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
