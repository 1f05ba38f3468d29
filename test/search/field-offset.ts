import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import { columnNumber } from "../../worker/search/column-number.ts";
import type { SearchIndex } from "../../worker/search/search-index.ts";

/** Where a field of a note begins in `text`: 0 title, 1 tags, 2 summary. */
export function fieldOffset(index: SearchIndex, note: number, field: number): number {
  const { text } = index;
  const rest = note % INDEX_FORMAT.notesPerBlock;
  let at = columnNumber(index.blockOffsets, (note - rest) / INDEX_FORMAT.notesPerBlock);
  for (let left = 3 * rest + field; left > 0; left--) at = text.indexOf(0, at) + 1;
  return at;
}
