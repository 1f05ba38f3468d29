import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { behindCode } from "./behind-code.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { copyBytes } from "./copy-bytes.ts";
import { readWord } from "./read-word.ts";
import type { SearchIndex } from "./search-index.ts";
import { wordAt } from "./word-at.ts";

/**
 * Writes the field that begins at `start` of `text`, as the inside of a JSON string. Returns where the next field begins.
 *
 * @param spaces 1, or 0 for a field with nothing between two words
 */
export function writeField(
  index: SearchIndex,
  start: number,
  writer: ByteWriter,
  spaces = 1,
): number {
  const { text, spelled, places } = index;
  const kept = places.length | 0;
  let at = start | 0;
  let afterWord = 0;
  let to = writer.length | 0;
  let { view } = writer;
  let room = view.byteLength - MOST_BYTES;
  for (;;) {
    if (text[at] === 0) break;
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
    afterWord = place & spaces;
    const from = place >>> 9;
    const length = (place >>> 1) & 255;
    copyBytes(spelled, from, view, to, length);
    to = (to + length) | 0;
  }
  writer.length = to;
  return at + 1;
}

/** A word, the space before it and what is written too much. */
const MOST_BYTES = 272;

/**
 * Puts a word as it is spelled into `spelled`, to stay there if it is frequent and there is room. Returns
 * its place: where it begins, its length in 8 bits, and in one whether it is a word, with a space
 * between it and another.
 */
function spell(index: SearchIndex, word: number): number {
  const { places, spelled } = index;
  const { bytes, length, head } = readWord(index, word);
  const mark = bytes[0]!;
  const isWord = mark >= 32 || mark === INDEX_FORMAT.marks.word ? 1 : 0;
  const folded = mark >= 32 ? 0 : 2 + bytes[1]!;
  const skipped = folded < length ? folded : 2;
  const rest = length - skipped;
  const room = spelled.byteLength - SLACK - rest;
  const stays = word < places.length && index.spelledLength <= room;
  const to = stays ? index.spelledLength : 0;
  for (let i = 0; i < rest; i++) spelled.setUint8(to + i, bytes[skipped + i]!);
  if (head > 127) spelled.setUint8(to, mark - 32);
  const place = (to << 9) | (rest << 1) | isWord;
  if (stays) {
    index.spelledLength += rest;
    places[word] = place;
  }
  return place;
}

/** What is copied beyond the end of a word. */
const SLACK = 8;
