import { copyFolded } from "./copy-folded.ts";
import { findWords } from "./find-words.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./search-index.ts";
import { stem } from "./stem.ts";

/** The words that have the stem of a word, but are not the word: `sorting`, `sorted` for `sorts`. */
export function findStems(index: SearchIndex, key: Uint8Array): number[] {
  const words: number[] = [];
  if (key.length < 3 || key.length > 60) return words;
  STEM.set(key);
  const length = stem(STEM, key.length);
  // A stem's last letter may stand for another one: `i` for `y`, `e` for none.
  const last = STEM[length - 1];
  const root = length > 3 && (last === 105 || last === 101) ? length - 1 : length;
  let left = LIMITS.stems;
  findWords(index, STEM, root, (word) => {
    const formLength = copyFolded(index, word, WORD);
    const isKey = formLength === key.length && startsWith(WORD, key, formLength);
    if (!isKey && formLength <= length + LONGEST_ENDING) {
      const otherLength = stem(WORD, formLength);
      if (otherLength === length && startsWith(WORD, STEM, length)) words.push(word);
    }
    return --left > 0;
  });
  return words;
}

const WORD = new Uint8Array(256);
const STEM = new Uint8Array(64);
const LONGEST_ENDING = 8;

function startsWith(word: Uint8Array, beginning: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (word[i] !== beginning[i]) return false;
  return true;
}
