import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import type { SearchIndex } from "./search-index.ts";

/** Where the route of a note begins in `text`: so many zeros before the notes of its block. */
export function routeOffset(index: SearchIndex, note: number): number {
  const { text } = index;
  const rest = note % INDEX_FORMAT.notesPerBlock;
  const notes = Math.min(INDEX_FORMAT.notesPerBlock, index.count - note + rest);
  let at = index.blockOffsets[(note - rest) / INDEX_FORMAT.notesPerBlock]! - 1;
  // Routes are short: a loop is faster than the calls of `lastIndexOf`.
  for (let left = notes - rest; left > 0 && at > 0; left--) {
    do at--;
    while (at >= 0 && text[at] !== 0);
  }
  return at + 1;
}
