import { compareCodePoints } from "../contract/compare-code-points.ts";
import { readField } from "./read-field.ts";
import type { SearchIndex } from "./search-index.ts";
import { writeRoute } from "./write-route.ts";

/** Whether the index holds a note of this route: a binary search, since notes are ordered by route. */
export function hasRoute(index: SearchIndex, route: string): boolean {
  let low = 0;
  let high = index.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareCodePoints(readField(index, middle, writeRoute), route);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
