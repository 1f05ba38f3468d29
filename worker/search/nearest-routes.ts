import type { Route } from "../contract/route.ts";
import { editDistance } from "./edit-distance.ts";
import { findNotes } from "./find-notes.ts";
import { readField } from "./read-field.ts";
import type { SearchIndex } from "./search-index.ts";
import { utf8Of } from "./utf8-of.ts";
import { writeRoute } from "./write-route.ts";

/**
 * The routes of the notes nearest to a route that does not exist, best first.
 *
 * The notes are found as a search finds them, by the last segment and by the whole; those whose route
 * is the fewest edits away come first, edits of the last segment counting threefold. Of the last segment
 * and of the whole the first 128 UTF-16 units are looked at, however long the route is.
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
      const route = readField(index, note, writeRoute) as Route;
      const lastSegment = route.slice(route.lastIndexOf("/") + 1);
      return { route, edits: 2 * editsOf(last, lastSegment) + editsOf(wanted, route.slice(1)), i };
    })
    .sort((a, b) => a.edits - b.edits || a.i - b.i)
    .slice(0, limit)
    .map((entry) => entry.route);
}

const LONGEST = 128;
const MOST_COMPARED = 30;

/** Edits between two texts, but for case, and for what is beyond 128 units. */
function editsOf(a: string, b: string): number {
  const x = utf8Of(a.slice(0, LONGEST).toLowerCase());
  const y = utf8Of(b.slice(0, LONGEST).toLowerCase());
  return editDistance(x, x.length, y, y.length, x.length + y.length);
}

/** Without what a search text would take for an operator, and without what is beyond 128 units. */
function plain(text: string): string {
  return text.slice(0, LONGEST).replace(/[":-]/g, " ").trim();
}
