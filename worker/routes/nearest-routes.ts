import { compareCodePoints } from "../contract/compare-code-points.ts";
import { editDistance } from "../contract/edit-distance.ts";
import type { Route } from "../contract/route.ts";
import { findNotes } from "../search/find-notes.ts";
import { routeStart } from "../search/note-texts.ts";
import type { SearchEngine } from "../search/search-engine.ts";

/** Whether the index has a note with this route. */
export function hasRoute(engine: SearchEngine, route: string): boolean {
  const note = notesBefore(engine, route);
  return note < engine.index.notes && routeOf(engine, note) === route;
}

/** The number of notes whose routes are less than this one: a binary search, because notes are sorted by route. */
function notesBefore(engine: SearchEngine, route: string): number {
  let low = 0;
  let high = engine.index.notes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints(routeOf(engine, middle), route) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function routeOf({ index, texts }: SearchEngine, note: number): Route {
  return texts.read(routeStart(index, note)) as Route;
}

/**
 * The existing routes nearest to one that does not exist, best first, by edit distance, with edits in the last
 * segment counting threefold.
 *
 * Most misspelled routes would be next to the intended one, so the routes around that position are compared
 * first. Only if none of them is near, the last segment is searched for and, if that finds nothing or more notes than
 * are compared, the whole route. Only the first 128 UTF-16 units are used, however long the route is.
 *
 * @param asked such as `/terms/data-structures/hash-tabel`
 * @param limit maximum number of routes
 */
export function nearestRoutes(engine: SearchEngine, asked: string, limit: number): Route[] {
  const page = asked.replace(PAGE_END, "");
  const segments = page.split("/").filter((segment) => segment !== "");
  const wanted = segments.join("/").slice(0, MAX_LENGTH);
  const nearest = (notes: readonly number[], maxEdits: number): Route[] =>
    nearestOf(engine, notes, wanted, limit, maxEdits);
  // Most routes have no capitals, which would be far from them.
  const spellings = new Set([wanted, wanted.toLowerCase()]);
  const positions = Array.from(spellings, (each) => notesBefore(engine, `/${each}`));
  for (const [distance, maxEdits] of NEIGHBORS) {
    const around = positions.flatMap((position) => neighborsOf(engine, position, distance));
    const neighbors = nearest([...new Set(around)], maxEdits);
    if (neighbors.length > 0) return neighbors;
  }
  const byName = foundBy(engine, segments.at(-1) ?? "");
  const nearByName = nearest(byName, segments.length > 1 ? NEAR : Infinity);
  if (nearByName.length > 0 || segments.length < 2) return nearByName;
  // All notes that match the name were found.
  if (byName.length > 0 && byName.length < MAX_COMPARED) {
    const sameName = byName.filter((note) => lastOf(routeOf(engine, note)) === lastOf(wanted));
    return nearest(sameName.length > 0 ? sameName : byName, Infinity);
  }
  const byWords = foundBy(engine, segments.join(" "));
  return nearest([...new Set([...byName, ...byWords])], Infinity);
}

/** The notes on both sides of a position. @param distance their number on each side */
function neighborsOf({ index }: SearchEngine, position: number, distance: number): number[] {
  const first = Math.max(0, position - distance);
  const end = Math.min(index.notes, position + distance);
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** The notes found by a text, without search operators. */
function foundBy(engine: SearchEngine, text: string): number[] {
  const words = text.slice(0, MAX_LENGTH).replace(/[":-]/g, " ").trim();
  return findNotes(engine, words)
    .slice(0, MAX_COMPARED)
    .map(({ note }) => note);
}

/**
 * The routes of these notes that are nearest, at most `limit`.
 *
 * @param maxEdits the most weighted edits; a route of which only the end is missing may have 3 characters more
 */
function nearestOf(
  engine: SearchEngine,
  notes: readonly number[],
  wanted: string,
  limit: number,
  maxEdits: number,
): Route[] {
  const nearest: { readonly route: Route; readonly edits: number }[] = [];
  for (const note of notes) {
    const route = routeOf(engine, note);
    const near = route.startsWith(wanted, 1) ? Math.max(maxEdits, CUT) : maxEdits;
    const most = Math.min(near, (nearest[limit - 1]?.edits ?? Infinity) - 1);
    const compared = route.slice(1, 1 + MAX_LENGTH).toLowerCase();
    const edits = editsBetween(wanted.toLowerCase(), compared, most);
    if (edits > most) continue;
    nearest.push({ route, edits });
    nearest.sort((a, b) => a.edits - b.edits).splice(limit);
  }
  return nearest.map(({ route }) => route);
}

/** The weighted edits between two routes, or a number above `most` if there are more. */
function editsBetween(a: string, b: string, most: number): number {
  const inLast = 2 * editDistance(lastOf(a), lastOf(b), Math.floor(most / 2));
  return inLast > most ? inLast : inLast + editDistance(a, b, most - inLast);
}

function lastOf(route: string): string {
  return route.slice(route.lastIndexOf("/") + 1);
}

/** What addresses of pages and files have at their ends, and routes have not. */
const PAGE_END = /(?<=[^/])(?:\/index)?(?:\.(?:html?|md|json))?$/i;
const MAX_LENGTH = 128;
const MAX_COMPARED = 30;
/** Two edits in the last segment. */
const NEAR = 6;
/** Three characters missing at the end. */
const CUT = 9;
/** Numbers of routes compared on each side, and their most edits: a single one is most often among the first. */
const NEIGHBORS = [
  [4, NEAR / 2],
  [16, NEAR],
] as const;
