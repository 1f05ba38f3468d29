import { compareCodePoints } from "../contract/compare-code-points.ts";
import { editDistance } from "../contract/edit-distance.ts";
import type { Route } from "../contract/route.ts";
import { findNotes } from "./find-notes.ts";
import type { SearchIndex } from "./open-index.ts";
import type { SearchEngine } from "./search-engine.ts";
import { readText, routeStart } from "./write-text.ts";

/** Whether the index has a note with this route: a binary search, because notes are sorted by route. */
export function hasRoute(index: SearchIndex, route: string): boolean {
  let low = 0;
  let high = index.notes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareCodePoints(readText(index, routeStart(index, middle)), route);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/**
 * The existing routes nearest to one that does not exist, best first.
 *
 * Candidates are found by searching for the last segment and for the whole route. They are sorted by edit
 * distance, with edits in the last segment counting threefold. Only the first 128 UTF-16 units are used,
 * however long the route is.
 *
 * @param asked such as `/terms/data-structures/hash-tabel`
 * @param limit maximum number of routes
 */
export function nearestRoutes(
  { index, work }: SearchEngine,
  asked: string,
  limit: number,
): Route[] {
  const segments = asked.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? "";
  const notes = new Set(
    [last, segments.join(" ")].flatMap((part) =>
      findNotes(index, work, plain(part)).map(({ note }) => note),
    ),
  );
  const wanted = segments.join("/");
  return [...notes]
    .slice(0, MOST_COMPARED)
    .map((note, i) => {
      const route = readText(index, routeStart(index, note)) as Route;
      const lastSegment = route.slice(route.lastIndexOf("/") + 1);
      return { route, edits: 2 * edits(last, lastSegment) + edits(wanted, route.slice(1)), i };
    })
    .sort((a, b) => a.edits - b.edits || a.i - b.i)
    .slice(0, limit)
    .map((entry) => entry.route);
}

const LONGEST = 128;
const MOST_COMPARED = 30;

/** Removes search operators, and everything beyond 128 units. */
function plain(text: string): string {
  return text.slice(0, LONGEST).replace(/[":-]/g, " ").trim();
}

/** Edit distance between two texts, ignoring case and everything beyond 128 units. */
function edits(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.slice(0, LONGEST).toLowerCase());
  return editDistance(x!, y!, LONGEST);
}
