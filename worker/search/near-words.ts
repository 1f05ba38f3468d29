import { editDistance } from "../contract/edit-distance.ts";
import { findWords, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";

/**
 * The spellings, folded, of words that are one edit away from one that is found nowhere: with a character
 * inserted, deleted, replaced, or swapped with its neighbor. First those with the same first letter, of these
 * those closest in length, then in the order of the lexicon.
 *
 * Only words that begin with its first or its second letter are compared, since the first may be one too many
 * or swapped. Length and letters tell most of them apart before their distance is computed.
 *
 * @param text folded
 */
export function nearWords(index: SearchIndex, text: string): string[] {
  const letters = new Set([...text].slice(0, 2));
  return [...letters]
    .flatMap((letter) => wordsWith(index, letter, text))
    .slice(0, LIMITS.spellings);
}

/** The words that begin with a letter and are near to a text, the closest in length first. */
function wordsWith(index: SearchIndex, letter: string, text: string): string[] {
  const near = new Set<string>();
  const key = utf8Of(text);
  const letters = lettersOf(key, key.length);
  // An edit changes one character, of up to four bytes; and replaces a letter by another.
  const bytes = key.length === text.length ? 1 : 4;
  const start = utf8Of(letter);
  const isShort = key.length < MIN_REPLACED;
  let left = LIMITS.compared;
  findWords(index, start, start.length, (_, folded, length) => {
    const differing = bits(lettersOf(folded, length) ^ letters);
    const isReplaced = isShort && length === key.length && differing > 0;
    if (Math.abs(length - key.length) <= bytes && differing <= 2 * bytes && !isReplaced) {
      const other = textOf(folded.subarray(0, length));
      if (editDistance(text, other, 1) === 1) near.add(other);
    }
    return --left > 0;
  });
  const difference = (word: string): number => Math.abs(word.length - text.length);
  return [...near].sort((a, b) => difference(a) - difference(b));
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
