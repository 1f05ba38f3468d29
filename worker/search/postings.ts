import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";

/** Where the list of a word starts in `postings`. */
export function listOf(index: SearchIndex, word: number): number {
  const { postings } = index;
  const group = word >>> INDEX_FORMAT.postingBits;
  let at = columnNumber(index.postingOffsets, group);
  for (let left = word - (group << INDEX_FORMAT.postingBits); left > 0; left--) {
    // Most lists are a few bytes; the long ones are worth the call of a native search.
    const near = at + 24;
    while (at < near && postings[at] !== 0) at++;
    if (postings[at] !== 0) at = postings.indexOf(0, at);
    at++;
  }
  return at;
}

/** Whether a word occurs in a title, tag or summary, rather than only as a part of others. */
export function occurs(index: SearchIndex, word: number): boolean {
  return index.postings[listOf(index, word)]! > INDEX_FORMAT.compoundsFollow;
}

/** The number at `at` of `postings`, of four bytes at most; without a loop, so that one around it stays tight. */
export function gapAt(postings: Uint8Array, at: number): number {
  let gap = postings[at]! | 0;
  if (gap > 127) {
    gap = (gap + ((postings[at + 1]! - 1) << 7)) | 0;
    if (gap > 16383) {
      gap = (gap + ((postings[at + 2]! - 1) << 14)) | 0;
      if (gap > 2097151) gap = (gap + ((postings[at + 3]! - 1) << 21)) | 0;
    }
  }
  return gap;
}

/** How many bytes a number of `postings` takes. */
export function gapWidth(gap: number): number {
  return ((38 - Math.clz32(gap | 1)) / 7) | 0;
}

/**
 * The words that have a word as a part, at most `most`.
 *
 * @param at where the blocks of the word end in `postings`
 */
export function compoundsAt({ postings }: SearchIndex, at: number, most: number): number[] {
  const compounds: number[] = [];
  if (postings[at] !== INDEX_FORMAT.compoundsFollow) return compounds;
  let from = at + 1;
  let word = -1;
  while (compounds.length < most) {
    const gap = gapAt(postings, from);
    if (gap === 0) break;
    from += gapWidth(gap);
    word += gap;
    compounds.push(word);
  }
  return compounds;
}
