import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { SearchIndex } from "./search-index.ts";

/** Where the postings of a word begin. */
export function postingOffset(index: SearchIndex, word: number): number {
  const { postings } = index;
  const rest = word % INDEX_FORMAT.wordsPerOffset;
  let at = index.postingOffsets[(word - rest) / INDEX_FORMAT.wordsPerOffset]!;
  for (let left = rest; left > 0; left--) {
    // Most are a few bytes; the long ones are worth the call of a native search.
    const near = at + 24;
    while (at < near && postings[at] !== 0) at++;
    if (postings[at] !== 0) at = postings.indexOf(0, at);
    at++;
  }
  return at;
}
