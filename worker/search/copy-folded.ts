import { foldedSpan } from "./folded-span.ts";
import { readWord } from "./read-word.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Copies the folded form of a word to the beginning of `target`, in UTF-8.
 *
 * @param target has room for 256 bytes
 * @returns the form's length in bytes, 0 for a separator
 */
export function copyFolded(index: SearchIndex, word: number, target: Uint8Array): number {
  const { bytes, length } = readWord(index, word);
  const span = foldedSpan(bytes, 0, length);
  const from = span >>> 8;
  const folded = span & 255;
  for (let i = 0; i < folded; i++) {
    const byte = bytes[from + i]!;
    target[i] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  }
  return folded;
}
