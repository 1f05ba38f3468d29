import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { columnNumber } from "./column-number.ts";
import type { SearchIndex } from "./search-index.ts";
import type { WordReader } from "./word-reader.ts";

/**
 * Reads a word of the lexicon: from the beginning of its group, or on from the word read last, where
 * that is nearer. Returns `index.reader`, good until the next word is read.
 */
export function readWord(index: SearchIndex, word: number): WordReader {
  const { heads, pool, reader } = index;
  const { bytes } = reader;
  let { next, at } = reader;
  if (next === word + 1) return reader;
  const group = word >>> INDEX_FORMAT.groupBits;
  const first = group << INDEX_FORMAT.groupBits;
  if (next > word || next < first) {
    next = first;
    at = columnNumber(index.wordOffsets, group);
  }
  let head = 0;
  let to = 0;
  while (next <= word) {
    head = heads[next++]!;
    to = (head >>> 3) & 15;
    let rest = head & 7;
    if (rest === 7) rest = pool[at++]!;
    for (; rest > 0; rest--) bytes[to++] = pool[at++]!;
  }
  reader.next = next;
  reader.at = at;
  reader.length = to;
  reader.head = head;
  return reader;
}
