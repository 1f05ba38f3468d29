import { foldedSpan } from "./folded-span.ts";
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
  const span = foldedSpan(index, word, offset);
  const from = span >>> 8;
  const length = span & 255;
  for (let i = 0; i < length; i++) {
    const byte = pool[from + i]!;
    target[i] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  }
  return length;
}
