import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { columnNumber } from "./column-number.ts";
import type { SearchIndex } from "./search-index.ts";
import { writeField } from "./write-field.ts";

/**
 * Writes the route of a note, as the inside of a JSON string: the first route of its block, and over it,
 * behind what it shares with that, its own.
 */
export function writeRoute(index: SearchIndex, note: number, writer: ByteWriter): void {
  const { text } = index;
  const start = writer.length;
  const number = note % INDEX_FORMAT.notesPerBlock;
  let at = columnNumber(index.blockOffsets, (note - number) / INDEX_FORMAT.notesPerBlock) - 1;
  for (let i = 0; i <= number; i++) {
    // Routes are short: a loop is faster than the calls of `lastIndexOf`.
    do at--;
    while (at >= 0 && text[at] !== 0);
    if (i === 0) writeField(index, at + 1, writer, 0);
  }
  if (number === 0) return;
  writer.length = start + text[at + 1]! - 1;
  writeField(index, at + 2, writer, 0);
}
