import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber } from "./column-number.ts";
import { foldedSpan } from "./folded-span.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * The words whose folded form begins with a key, the frequent first: shelf by shelf, by folded form
 * within one.
 *
 * ```text
 *     shelf     … hash | Hash  hashed  hashing | have …
 *     key hash         ^ first                 ^ the first that does not begin so
 * ```
 *
 * @param visit gets each word and the length of its folded form; returns whether to go on in its shelf
 */
export function findWords(
  index: SearchIndex,
  key: Uint8Array,
  keyLength: number,
  visit: (word: number, length: number) => boolean,
): void {
  const { shelves, heads, pool, wordOffsets } = index;
  for (let shelf = 0; shelf + 1 < shelves.length; shelf++) {
    const start = shelves[shelf]!;
    const end = shelves[shelf + 1]!;
    // The last group that begins before the key, or the one in which the shelf does.
    let low = start >>> INDEX_FORMAT.groupBits;
    let high = (end - 1) >>> INDEX_FORMAT.groupBits;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const at = columnNumber(wordOffsets, middle);
      if (compare(pool, foldedSpan(pool, at + 1, pool[at]!), key, keyLength, 0) < 0) low = middle;
      else high = middle - 1;
    }
    let at = columnNumber(wordOffsets, low);
    let order = -1;
    same = 0;
    for (let word = low << INDEX_FORMAT.groupBits; word < end; word++) {
      const head = heads[word]!;
      const shared = (head >>> 3) & 15;
      let rest = head & 7;
      if (rest === 7) rest = pool[at++]!;
      at += rest;
      // What shares more with the word before than that does with the key is before the key as well.
      if (word < start || (order < 0 && shared > same)) continue;
      const span = foldedSpan(pool, at - rest, rest, shared);
      order = compare(pool, span, key, keyLength, shared);
      if (order > 0 || (order === 0 && !visit(word, span & 255))) break;
    }
  }
}

/** How many bytes the word compared last has in common with the key. */
let same = 0;

/**
 * Below 0 if a folded form is before the key, 0 if it begins with it, else above 0. Up to `from` the two
 * are known to be alike.
 */
function compare(
  pool: Uint8Array,
  span: number,
  key: Uint8Array,
  keyLength: number,
  from: number,
): number {
  const start = span >>> 8;
  const length = span & 255;
  const both = length < keyLength ? length : keyLength;
  for (same = from; same < both; same++) {
    let byte = pool[start + same]!;
    if (byte >= 65 && byte <= 90) byte += 32;
    const difference = byte - key[same]!;
    if (difference !== 0) return difference;
  }
  return length < keyLength ? -1 : 0;
}
