import type { SearchIndex } from "./search-index.ts";

/** Where the note behind the one that begins at `start` of `text` begins. */
export function behindNote(index: SearchIndex, start: number): number {
  const { text } = index;
  let at = start;
  for (let field = 0; field < 3; field++) at = text.indexOf(0, at) + 1;
  return at;
}
