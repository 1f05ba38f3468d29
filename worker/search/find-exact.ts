import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import { findWords } from "./find-words.ts";
import type { SearchIndex } from "./search-index.ts";

/** The words whose folded form is the key. The first of them has the lists of all. */
export function findExact(index: SearchIndex, key: Uint8Array, keyLength = key.length): number[] {
  const words: number[] = [];
  findWords(index, key, keyLength, (word, offset) => {
    const mark = index.pool[offset]!;
    let length = index.wordLengths[word]!;
    if (mark === INDEX_FORMAT.sign) length--;
    else if (mark > INDEX_FORMAT.sign && mark < 32) length = index.pool[offset + 1]!;
    if (length !== keyLength) return false;
    words.push(word);
    return true;
  });
  return words;
}
