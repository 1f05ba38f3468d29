import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { type ByteWriter, copyBytes, PADDING } from "./byte-writer.ts";
import { readWord } from "./lexicon.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";
import { ONE_WORD } from "./spelled-words.ts";
import { behindCode, wordAt } from "./text.ts";

/** Writes the text that starts at `start`, as the inside of a JSON string; returns where the next one starts. */
export function writeField(index: SearchIndex, start: number, writer: ByteWriter): number {
  const { text, spelled } = index;
  const { places, bytes } = spelled;
  const kept = places.length | 0;
  let at = start | 0;
  let afterWord = 0;
  let to = writer.length | 0;
  let { view } = writer;
  let room = view.byteLength - MOST_BYTES;
  while (text[at] !== 0) {
    const word = wordAt(index, at) | 0;
    at = behindCode(index, at) | 0;
    let place = word < kept ? places[word]! | 0 : 0;
    if (place === 0) place = spell(index, word) | 0;
    if (to > room) {
      writer.length = to;
      writer.reserve(MOST_BYTES);
      view = writer.view;
      room = view.byteLength - MOST_BYTES;
    }
    // The space between two words: written always, kept where it belongs.
    view.setUint8(to, 32);
    to = (to + (place & afterWord)) | 0;
    afterWord = place & 1;
    const length = (place >>> 1) & 255;
    copyBytes(bytes, place >>> 9, view, to, length);
    to = (to + length) | 0;
  }
  writer.length = to;
  return at + 1;
}

/** A word, the space before it and what is written too much. */
const MOST_BYTES = ONE_WORD + 2 * PADDING;

function spell(index: SearchIndex, word: number): number {
  const stored = new Uint8Array(ONE_WORD);
  const length = readWord(index, word, stored);
  return index.spelled.add(word, stored, length, index.heads[word]! > 127);
}

/** Where the route of a note starts: routes stand before the notes of their block, the last note's first. */
export function routeStart({ text, blockOffsets }: SearchIndex, note: number): number {
  const number = note % INDEX_FORMAT.notesPerBlock;
  let at = columnNumber(blockOffsets, (note - number) / INDEX_FORMAT.notesPerBlock) - 1;
  for (let i = 0; i <= number; i++) {
    do at--;
    while (at >= 0 && text[at] !== 0);
  }
  return at + 1;
}

/** The text that starts at `start` as a string. */
export function readField(index: SearchIndex, start: number): string {
  const { writer } = index;
  writer.length = 0;
  writeField(index, start, writer);
  return JSON.parse(`"${UTF8.decode(writer.copy())}"`);
}

const UTF8 = new TextDecoder();
