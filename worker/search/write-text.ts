import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { readWord } from "./lexicon.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";
import { nextCode, wordAt } from "./text.ts";

/**
 * The text at `start` of `text`, as the contents of a JSON string.
 *
 * @param words cache of words as JSON, because reading one takes ten times as long
 */
export function jsonAt(
  index: SearchIndex,
  start: number,
  words: (string | undefined)[] = [],
): string {
  const { text, separators } = index;
  let json = "";
  let afterWord = false;
  for (let at = start; text[at] !== 0; at = nextCode(index, at)) {
    const word = wordAt(index, at);
    const piece = words[word] ?? spell(index, word);
    words[word] = piece;
    const isWord = word >= separators && piece.charCodeAt(0) === SPACE;
    json += isWord && !afterWord ? piece.slice(1) : piece;
    afterWord = isWord;
  }
  return json;
}

/** A token as JSON. Words, but not separators and signs, get a leading space, which separates two words. */
function spell(index: SearchIndex, word: number): string {
  const stored = new Uint8Array(INDEX_FORMAT.mostWordBytes);
  const length = readWord(index, word, stored);
  const kind = stored[0]!;
  if (kind >= 32) {
    if (index.heads[word]! > 127) stored[0] = kind - 32;
    return ` ${UTF8.decode(stored.subarray(0, length))}`;
  }
  const own = 2 + stored[1]!;
  const json = UTF8.decode(stored.subarray(own < length ? own : 2, length));
  return kind === INDEX_FORMAT.kinds.word ? ` ${json}` : json;
}

const SPACE = 32;
const UTF8 = new TextDecoder();

/** The text at `start` of `text` as a string. */
export function readText(index: SearchIndex, start: number): string {
  return JSON.parse(`"${jsonAt(index, start)}"`);
}

/** Where a note's route starts: a block has its routes before its notes, the last note's first. */
export function routeStart({ text, blockOffsets }: SearchIndex, note: number): number {
  const number = note % INDEX_FORMAT.notesPerBlock;
  let at = columnNumber(blockOffsets, (note - number) / INDEX_FORMAT.notesPerBlock) - 1;
  for (let i = 0; i <= number; i++) {
    do at--;
    while (at >= 0 && text[at] !== 0);
  }
  return at + 1;
}
