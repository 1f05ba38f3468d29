import { compareCodePoints } from "../contract/compare-code-points.ts";
import { editDistance } from "../contract/edit-distance.ts";
import type { Route } from "../contract/route.ts";
import { findNotes } from "../search/find-notes.ts";
import { routeStart } from "../search/note-texts.ts";
import type { SearchEngine } from "../search/search-engine.ts";

/** Whether the index has a note with this route: a binary search, because notes are sorted by route. */
export function hasRoute({ index, texts }: SearchEngine, route: string): boolean {
  let low = 0;
  let high = index.notes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareCodePoints(texts.read(routeStart(index, middle)), route);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/**
 * The existing routes nearest to one that does not exist, best first.
 *
 * Candidates are found by searching for the last segment and, if none of the notes found is near, for the
 * whole route. They are sorted by edit distance, with edits in the last segment counting threefold. Only the first
 * 128 UTF-16 units are used, however long the route is.
 *
 * @param asked such as `/terms/data-structures/hash-tabel`
 * @param limit maximum number of routes
 */
export function nearestRoutes(engine: SearchEngine, asked: string, limit: number): Route[] {
  const segments = asked.split("/").filter((segment) => segment !== "");
  const wanted = segments.join("/");
  const nearest = nearestFound(engine, segments.at(-1) ?? "", wanted, limit);
  const isNear = nearest.some(({ edits }) => edits <= NEAR);
  const found = isNear ? nearest : nearestFound(engine, segments.join(" "), wanted, limit, nearest);
  return found.map(({ route }) => route);
}

interface NearRoute {
  readonly route: Route;
  readonly edits: number;
}

/** Adds the routes found by a text to the nearest so far; keeps at most `limit`. */
function nearestFound(
  engine: SearchEngine,
  text: string,
  asked: string,
  limit: number,
  known: readonly NearRoute[] = [],
): NearRoute[] {
  const nearest = [...known];
  for (const { note } of findNotes(engine, plain(text)).slice(0, MAX_COMPARED)) {
    const route = engine.texts.read(routeStart(engine.index, note)) as Route;
    if (nearest.some((other) => other.route === route)) continue;
    const edits = editsBetween(asked, route.slice(1), nearest[limit - 1]?.edits ?? Infinity);
    const place = nearest.findIndex((other) => edits < other.edits);
    nearest.splice(place < 0 ? nearest.length : place, 0, { route, edits });
    nearest.length = Math.min(nearest.length, limit);
  }
  return nearest;
}

/** The weighted edits between two routes, or any number from `limit` on. */
function editsBetween(a: string, b: string, limit: number): number {
  const last = (route: string): string => route.slice(route.lastIndexOf("/") + 1);
  const inLast = 2 * edits(last(a), last(b), limit / 2);
  return inLast >= limit ? inLast : inLast + edits(a, b, limit - inLast);
}

function edits(a: string, b: string, limit: number): number {
  const [x, y] = [a, b].map((text) => text.slice(0, MAX_LENGTH).toLowerCase());
  return editDistance(x!, y!, Math.min(limit, MAX_LENGTH));
}

const MAX_LENGTH = 128;
const MAX_COMPARED = 30;
/** Two edits in the last segment. */
const NEAR = 6;

/** Removes search operators, and everything beyond 128 units. */
function plain(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(/[":-]/g, " ").trim();
}
