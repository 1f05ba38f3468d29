import { findWords } from "./find-words.ts";
import type { SearchIndex } from "./search-index.ts";

/** The words whose folded form is the key. The first of them has the lists of all. */
export function findExact(index: SearchIndex, key: Uint8Array, keyLength = key.length): number[] {
  const words: number[] = [];
  findWords(index, key, keyLength, (word, length) => {
    if (length !== keyLength) return false;
    words.push(word);
    return true;
  });
  return words;
}
