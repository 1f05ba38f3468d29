import type { SearchIndex } from "./search-index.ts";

/** Where the field behind the one that begins at `start` of `text` begins. */
export function behindField(index: SearchIndex, start: number): number {
  const { text } = index;
  let at = start;
  while (text[at] !== 0) at++;
  return at + 1;
}
