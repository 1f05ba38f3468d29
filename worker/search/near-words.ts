import { editDistance } from "../contract/edit-distance.ts";
import { findWords, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";
import { occurs } from "./postings.ts";

/**
 * The spellings, folded, of words that are one edit away from one that is found nowhere: with a character
 * inserted, deleted, replaced, or swapped with its neighbor; in the order of the lexicon.
 *
 * In a large lexicon, only words that begin with its first or its second letter are compared, since the first may
 * be one too many or swapped. Length and letters tell most of them apart before their distance is computed.
 *
 * A short word is more often another word than a misspelling: `leak` and `leap`, `oop` and `loop`. So one of
 * four letters has no other letter, and one of three letters alone only misspells a whole title. Alone, none
 * misspells a stop word. Another first letter (`hooks`, `looks`), or one too many in up to five that is not the one
 * before it again (`LLVM`, `LLM`), only misspells a word of a title.
 *
 * @param text folded, three letters or more
 * @param isAlone whether it is the whole query
 */
export function nearWords(index: SearchIndex, text: string, isAlone = false): string[] {
  const near = new Set<string>();
  const [first = "", second = first] = text;
  const key = utf8Of(text);
  const letters = letterMask(key, key.length);
  // An edit changes one character, of up to four bytes; and replaces a letter by another.
  const bytes = key.length === text.length ? 1 : 4;
  const isShort = isAlone && key.length < MIN_ALONE;
  for (const start of index.words <= LIMITS.compared ? [""] : new Set([first, second])) {
    let left = LIMITS.compared;
    findWords(index, utf8Of(start), utf8Of(start).length, (word, form, length) => {
      const isLong = Math.abs(length - key.length) > bytes;
      const differences = isLong ? Infinity : bits(letterMask(form, length) ^ letters);
      if (differences <= 2 * bytes) {
        const other = textOf(form.subarray(0, length));
        const isReplaced = length === key.length && differences > 0;
        const isLikely =
          !(isReplaced && length < MIN_REPLACED) && !(isAlone && index.stopWords.has(other));
        const isTooLong = length < Math.min(key.length, MIN_REPLACED);
        const needsTitle = isReplaced
          ? form[0] !== key[0]
          : isTooLong && text.replace(/(.)\1/u, "$1") !== other;
        const least = isShort ? 3 : needsTitle ? 1 : 0;
        if (isLikely && editDistance(text, other, 1) === 1 && occurs(index, word, least))
          near.add(other);
      }
      return --left > 0;
    });
  }
  return [...near].slice(0, LIMITS.spellings);
}

const MIN_ALONE = 4;
const MIN_REPLACED = 5;

/** The set of the bytes of a word, modulo 32. */
function letterMask(word: Uint8Array, length: number): number {
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
