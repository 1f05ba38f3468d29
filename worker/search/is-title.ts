import { copyFolded } from "./copy-folded.ts";
import type { SearchIndex } from "./search-index.ts";
import { wordOffset } from "./word-offset.ts";

/** Whether the words of the field that begins at `start` of `text`, folded and put together, are `key`. */
export function isTitle(index: SearchIndex, start: number, key: Uint8Array): boolean {
  const { text, one, two } = index;
  let matched = 0;
  for (let at = start; text[at] !== 0; ) {
    const code = text[at++]!;
    let word = code - 1;
    if (code > one + two) {
      word = (code - one - two - 1) * 65025 + (text[at]! - 1) * 255 + text[at + 1]! - 1;
      word += one + two * 255;
      at += 2;
    } else if (code > one) word = one + (code - one - 1) * 255 + text[at++]! - 1;
    const length = copyFolded(index, word, wordOffset(index, word), WORD);
    if (matched + length > key.length) return false;
    for (let i = 0; i < length; i++) if (WORD[i] !== key[matched + i]) return false;
    matched += length;
  }
  return matched === key.length;
}

const WORD = new Uint8Array(256);
