import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { SearchIndex } from "./search-index.ts";
import { wordOffset } from "./word-offset.ts";

/**
 * Writes the field that begins at `start` of `text`, as the inside of a JSON string. Returns where the next field begins.
 */
export function writeField(index: SearchIndex, start: number, writer: ByteWriter): number {
  const { text, poolView, places } = index;
  // What is said to be of 32 bits here stays out of floating point.
  const one = index.one | 0;
  const twoEnd = (one + index.two) | 0;
  const threeFirst = (one + index.two * 255) | 0;
  const kept = places.length | 0;
  let at = start | 0;
  let afterWord = 0;
  let to = writer.length | 0;
  let { view } = writer;
  let room = view.byteLength - MOST_BYTES;
  for (;;) {
    const code = text[at]! | 0;
    at = (at + 1) | 0;
    if (code === 0) break;
    let word = (code - 1) | 0;
    if (code > one) {
      word = text[at]! | 0;
      at = (at + 1) | 0;
      if (code <= twoEnd) word = (one - 1 + word + Math.imul(code - one - 1, 255)) | 0;
      else {
        word = Math.imul(word - 1, 255) + text[at]! - 1 + Math.imul(code - twoEnd - 1, 65025);
        word = (word + threeFirst) | 0;
        at = (at + 1) | 0;
      }
    }
    let place = word < kept ? places[word]! | 0 : 0;
    if (place === 0) {
      place = placeOf(index, word) | 0;
      if (word < kept) places[word] = place;
    }
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
    const from = place >>> 9;
    const length = (place >>> 1) & 255;
    // Eight bytes at a time, what is too much to be written over: most words take one turn, without
    // a branch for their length. Behind the pool are the postings and the text, of 4 bytes or more each.
    let done = 0;
    do {
      view.setInt32(to + done, poolView.getInt32(from + done, true), true);
      view.setInt32(to + done + 4, poolView.getInt32(from + done + 4, true), true);
      done = (done + 8) | 0;
    } while (done < length);
    to = (to + length) | 0;
  }
  writer.length = to;
  return at;
}

/** A word, the space before it and what is written too much. */
const MOST_BYTES = 272;

/**
 * Where a word is to be copied from and how: its offset behind what marks it, in the pool, its length
 * in 8 bits, and in one whether it is a word, with a space between it and another.
 */
function placeOf(index: SearchIndex, word: number): number {
  const { pool } = index;
  const offset = wordOffset(index, word);
  const mark = pool[offset]!;
  const skipped = mark >= 32 ? 0 : mark < INDEX_FORMAT.foldedWord ? 1 : 2 + pool[offset + 1]!;
  const isWord = mark >= 32 || mark === INDEX_FORMAT.foldedWord ? 1 : 0;
  const length = index.wordLengths[word]! - skipped;
  return ((offset + skipped) << 9) | (length << 1) | isWord;
}
