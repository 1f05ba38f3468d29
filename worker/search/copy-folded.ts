import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Copies the folded form of a word to the beginning of `target`, in UTF-8.
 *
 * @param offset where the word begins in the pool
 * @param target has room for 256 bytes
 * @returns the form's length in bytes, 0 for a separator
 */
export function copyFolded(
  index: SearchIndex,
  word: number,
  offset: number,
  target: Uint8Array,
): number {
  const { pool } = index;
  let from = offset;
  let length = index.wordLengths[word]!;
  const mark = pool[from]!;
  if (mark < 32) {
    if (mark === INDEX_FORMAT.separator) return 0;
    if (mark === INDEX_FORMAT.sign) {
      from++;
      length--;
    } else {
      length = pool[from + 1]!;
      from += 2;
    }
  }
  for (let i = 0; i < length; i++) {
    const byte = pool[from + i]!;
    target[i] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  }
  return length;
}
