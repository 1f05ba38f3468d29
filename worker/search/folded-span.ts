import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Where the folded form of a word stands in the pool: from bit 8 its offset, below its length in bytes,
 * which is 0 for a separator. It is lower case but for A to Z.
 *
 * @param offset where the word begins in the pool
 */
export function foldedSpan(index: SearchIndex, word: number, offset: number): number {
  const { pool, wordLengths } = index;
  const mark = pool[offset]!;
  if (mark >= 32) return (offset << 8) | wordLengths[word]!;
  if (mark === INDEX_FORMAT.separator) return offset << 8;
  if (mark === INDEX_FORMAT.sign) return ((offset + 1) << 8) | (wordLengths[word]! - 1);
  return ((offset + 2) << 8) | pool[offset + 1]!;
}
