import { behindCode } from "./behind-code.ts";
import { copyFolded } from "./copy-folded.ts";
import type { SearchIndex } from "./search-index.ts";
import { wordAt } from "./word-at.ts";

/** Whether the words of the field that begins at `start` of `text`, folded and put together, are `key`. */
export function isTitle(index: SearchIndex, start: number, key: Uint8Array): boolean {
  let matched = 0;
  for (let at = start; index.text[at] !== 0; at = behindCode(index, at)) {
    const word = wordAt(index, at);
    const length = copyFolded(index, word, WORD);
    if (matched + length > key.length) return false;
    for (let i = 0; i < length; i++) if (WORD[i] !== key[matched + i]) return false;
    matched += length;
  }
  return matched === key.length;
}

const WORD = new Uint8Array(256);
