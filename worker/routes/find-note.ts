import { noteAddress } from "../contract/addresses.ts";
import type { Route } from "../contract/route.ts";
import { aliasKey } from "../contract/search/alias-key.ts";
import { routesNamed } from "../search/names.ts";
import type { SearchEngine } from "../search/search-engine.ts";
import type { Service } from "../service.ts";
import { hasRoute, nearestRoutes } from "./nearest-routes.ts";

type Index = Pick<Service, "searchEngine" | "errors">;

const MAX_NEAREST = 3;

/** What there is in place of a note: the one that had its route before, or else the nearest ones, best first. */
export type Replacement = { readonly moved: Route } | { readonly nearest: readonly Route[] };

/**
 * Looks for a note of which there is no file.
 *
 * @throws Error if the search index has the note: the index and the files come from different builds. Or if the index
 *   cannot be read, because the route may be a former one
 */
export function findReplacement(route: Route, index: Index): Replacement {
  const engine = index.searchEngine();
  if (hasRoute(engine, route)) {
    throw new Error(`${noteAddress(route)} is in the search index but not in the asset store`);
  }
  const [moved] = routesNamed(engine, route);
  return moved === undefined ? { nearest: findNearest(route, index) } : { moved };
}

/** Up to three notes: those with another name like this route, then those with the nearest routes. */
export function findNearest(route: Route, index: Index): Route[] {
  const nearest = askIndex(index, (engine) => nearestRoutes(engine, route, MAX_NEAREST), []);
  return [...new Set([...findNamed(route, index), ...nearest])].slice(0, MAX_NEAREST);
}

/** Up to three notes that had this route before, or have its last part as an alias. */
export function findNamed(route: Route, index: Index): Route[] {
  const alias = aliasKey(route.slice(route.lastIndexOf("/") + 1));
  const names = (engine: SearchEngine) =>
    [route, alias].flatMap((name) => routesNamed(engine, name));
  return askIndex(index, names, []).slice(0, MAX_NEAREST);
}

export function isRoute(route: Route, index: Index): boolean {
  return askIndex(index, (engine) => hasRoute(engine, route), false);
}

/** Queries the index. No answer depends on it alone, so an index that cannot be opened is only logged. */
function askIndex<T>(
  { searchEngine, errors }: Index,
  ask: (engine: SearchEngine) => T,
  otherwise: T,
): T {
  try {
    return ask(searchEngine());
  } catch (error) {
    errors.write(error);
    return otherwise;
  }
}
