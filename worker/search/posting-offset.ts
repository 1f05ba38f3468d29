import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber } from "./column-number.ts";
import type { SearchIndex } from "./search-index.ts";

/** Where the postings of a word begin. Kept for the frequent words, whose lists are long to look through. */
export function postingOffset(index: SearchIndex, word: number): number {
  const { postings, postingPlaces } = index;
  if (word < postingPlaces.length && postingPlaces[word] !== 0) return postingPlaces[word]! - 1;
  const group = word >>> INDEX_FORMAT.postingBits;
  let at = columnNumber(index.postingOffsets, group);
  for (let left = word - (group << INDEX_FORMAT.postingBits); left > 0; left--) {
    // Most are a few bytes; the long ones are worth the call of a native search.
    const near = at + 24;
    while (at < near && postings[at] !== 0) at++;
    if (postings[at] !== 0) at = postings.indexOf(0, at);
    at++;
  }
  if (word < postingPlaces.length) postingPlaces[word] = at + 1;
  return at;
}
