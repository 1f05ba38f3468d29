import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { SearchIndex } from "./search-index.ts";
import { wordOffset } from "./word-offset.ts";

/**
 * Writes the field that begins at `start` of `text`, as the inside of a JSON string. Returns where the next field begins.
 */
export function writeField(index: SearchIndex, start: number, writer: ByteWriter): number {
  const { text, pool, poolView, wordLengths, one, two, commonOffsets } = index;
  const twoEnd = one + two;
  let at = start;
  let afterWord = false;
  let to = writer.length;
  let { bytes, view } = writer;
  for (;;) {
    const code = text[at++]!;
    if (code === 0) break;
    let word = code - 1;
    let from: number;
    if (code <= one) {
      from = commonOffsets[word]! - 1;
      if (from < 0) {
        from = wordOffset(index, word);
        commonOffsets[word] = from + 1;
      }
    } else {
      if (code <= twoEnd) word = one + (code - one - 1) * 255 + text[at++]! - 1;
      else {
        word = (code - twoEnd - 1) * 65025 + (text[at]! - 1) * 255 + text[at + 1]! - 1;
        word += one + two * 255;
        at += 2;
      }
      from = wordOffset(index, word);
    }
    const end = from + wordLengths[word]!;
    const mark = pool[from]!;
    let isWord = true;
    if (mark < 32) {
      from += mark < INDEX_FORMAT.foldedWord ? 1 : 2 + pool[from + 1]!;
      isWord = mark === INDEX_FORMAT.foldedWord;
    }
    if (to + MOST_BYTES > bytes.length) {
      writer.length = to;
      writer.reserve(MOST_BYTES);
      ({ bytes, view } = writer);
    }
    if (isWord && afterWord) bytes[to++] = 32;
    // Eight bytes at a time, what is too much to be written over: most words take one turn, without
    // a branch for their length. Behind the pool are the postings and the text, of 4 bytes or more each.
    const length = end - from;
    for (let i = 0; i < length; i += 8) {
      view.setInt32(to + i, poolView.getInt32(from + i, true), true);
      view.setInt32(to + i + 4, poolView.getInt32(from + i + 4, true), true);
    }
    to += length;
    afterWord = isWord;
  }
  writer.length = to;
  return at;
}

/** A word, the space before it and what is written too much. */
const MOST_BYTES = 272;
