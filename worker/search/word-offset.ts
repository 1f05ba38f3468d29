import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { SearchIndex } from "./search-index.ts";

/** Where a word begins in the pool. */
export function wordOffset(index: SearchIndex, word: number): number {
  const { wordLengths } = index;
  const rest = word % INDEX_FORMAT.wordsPerOffset;
  let at = index.wordOffsets[(word - rest) / INDEX_FORMAT.wordsPerOffset]!;
  for (let i = word - rest; i < word; i++) at += wordLengths[i]!;
  return at;
}
