import { foldedSpan } from "./folded-span.ts";
import type { SearchIndex } from "./search-index.ts";
import { wordOffset } from "./word-offset.ts";

/**
 * The words whose folded form begins with a key, the frequent first: shelf by shelf, by folded form
 * within one.
 *
 * ```text
 *     shelf     … hash | Hash  hashed  hashing | have …
 *     key hash         ^ first                 ^ the first that does not begin so
 * ```
 *
 * @param visit gets each word and where it begins in the pool; returns whether to go on in its shelf
 */
export function findWords(
  index: SearchIndex,
  key: Uint8Array,
  keyLength: number,
  visit: (word: number, offset: number) => boolean,
): void {
  const { shelves, wordLengths } = index;
  for (let shelf = 0; shelf + 1 < shelves.length; shelf++) {
    const end = shelves[shelf + 1]!;
    let low = shelves[shelf]!;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(index, middle, wordOffset(index, middle), key, keyLength) < 0) low = middle + 1;
      else high = middle;
    }
    if (low === end) continue;
    let offset = wordOffset(index, low);
    for (let word = low; word < end; word++) {
      if (compare(index, word, offset, key, keyLength) !== 0 || !visit(word, offset)) break;
      offset += wordLengths[word]!;
    }
  }
}

/** Below 0 if the word's folded form is before the key, 0 if it begins with it, else above 0. */
function compare(
  index: SearchIndex,
  word: number,
  offset: number,
  key: Uint8Array,
  keyLength: number,
): number {
  const { pool } = index;
  const span = foldedSpan(index, word, offset);
  const from = span >>> 8;
  const length = span & 255;
  const both = Math.min(length, keyLength);
  for (let i = 0; i < both; i++) {
    let byte = pool[from + i]!;
    if (byte >= 65 && byte <= 90) byte += 32;
    const difference = byte - key[i]!;
    if (difference !== 0) return difference;
  }
  return length < keyLength ? -1 : 0;
}
