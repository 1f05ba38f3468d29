import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { findExact } from "./lexicon.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";

/** Where the posting list of a word starts in `postings`. */
export function listOf(index: SearchIndex, word: number): number {
  const { postings } = index;
  const group = word >>> INDEX_FORMAT.postingBits;
  let at = columnNumber(index.postingOffsets, group);
  for (let left = word - (group << INDEX_FORMAT.postingBits); left > 0; left--) {
    // Most lists have only a few bytes; for the others, calling the native `indexOf` is worth it.
    const near = at + 24;
    while (at < near && postings[at] !== 0) at++;
    if (postings[at] !== 0) at = postings.indexOf(0, at);
    at++;
  }
  return at;
}

/**
 * Whether a word occurs in a title, tag or summary, and not only in routes; with `least` 1, in a title; with 3, as a
 * whole title (see `t` in `index-format.ts`).
 */
export function occurs(index: SearchIndex, word: number, least = 0): boolean {
  const { postings } = index;
  for (let at = listOf(index, word); postings[at] !== 0; at += gapWidth(gapAt(postings, at))) {
    if ((gapAt(postings, at) & 3) >= least) return true;
  }
  return false;
}

/** Whether a word, folded, occurs in any spelling; `least` as for `occurs`. */
export function hasWord(index: SearchIndex, text: string, least = 0): boolean {
  return findExact(index, text).some((word) => occurs(index, word, least));
}

/** The number at `at` of `postings`, at most four bytes. It has no loop, so that loops around it stay tight. */
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

/** Number of bytes that a number of `postings` takes. */
export function gapWidth(gap: number): number {
  return ((38 - Math.clz32(gap | 1)) / 7) | 0;
}
