import { copyFolded } from "./copy-folded.ts";
import { readCode } from "./read-code.ts";
import type { SearchIndex } from "./search-index.ts";

/** Whether the words of the field that begins at `start` of `text`, folded and put together, are `key`. */
export function isTitle(index: SearchIndex, start: number, key: Uint8Array): boolean {
  const { text } = index;
  let matched = 0;
  for (let at = start; text[at] !== 0; ) {
    const code = readCode(index, at);
    at += code & 3;
    const length = copyFolded(index, code >>> 2, WORD);
    if (matched + length > key.length) return false;
    for (let i = 0; i < length; i++) if (WORD[i] !== key[matched + i]) return false;
    matched += length;
  }
  return matched === key.length;
}

const WORD = new Uint8Array(256);
