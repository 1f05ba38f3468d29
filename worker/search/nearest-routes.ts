import { compareCodePoints } from "../contract/compare-code-points.ts";
import { editDistance } from "../contract/edit-distance.ts";
import type { Route } from "../contract/route.ts";
import { findNotes } from "./find-notes.ts";
import type { SearchIndex } from "./open-index.ts";
import { readText, routeStart } from "./write-text.ts";

/** Whether the index holds a note of this route: a binary search, since notes are ordered by route. */
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
 * The routes of the notes nearest to a route that does not exist, best first.
 *
 * The notes are found as a search finds them, by the last segment and by the whole; those whose route
 * is the fewest edits away come first, edits of the last segment counting threefold. Of both the first
 * 128 UTF-16 units are looked at, however long the route is.
 *
 * @param asked such as `/terms/data-structures/hash-tabel`
 * @param limit of the routes returned
 */
export function nearestRoutes(index: SearchIndex, asked: string, limit: number): Route[] {
  const segments = asked.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? "";
  const notes = new Set(
    [last, segments.join(" ")].flatMap((part) =>
      findNotes(index, plain(part)).map(({ note }) => note),
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

/** Without what a search text would take for an operator, and without what is beyond 128 units. */
function plain(text: string): string {
  return text.slice(0, LONGEST).replace(/[":-]/g, " ").trim();
}

/** Edits between two texts, but for case and for what is beyond 128 units. */
function edits(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.slice(0, LONGEST).toLowerCase());
  return editDistance(x!, y!, LONGEST);
}
