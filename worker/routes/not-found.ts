import {
  ADDRESSES,
  MCP_ADDRESS,
  NOTES_FOLDER,
  noteAddress,
  OPENAPI_ADDRESS,
} from "../contract/addresses.ts";
import type { Route } from "../contract/route.ts";
import { aliasKey } from "../contract/search/alias-key.ts";
import type { ApiRequest } from "../request.ts";
import { type Answer, moved, problem } from "../response.ts";
import { routesNamed } from "../search/names.ts";
import type { SearchEngine } from "../search/search-engine.ts";
import type { Service } from "../service.ts";
import { hasRoute, nearestRoutes } from "./nearest-routes.ts";

const MAX_SUGGESTIONS = 3;

/** A link to the OpenAPI document (RFC 8631). */
export function descriptionLink({ basePath }: ApiRequest): Record<string, string> {
  return { Link: `<${basePath}${OPENAPI_ADDRESS}>; rel="service-desc"` };
}

/** Refuses doubled and trailing slashes, which the router and the asset store would ignore. */
export function refuseOddSlashes(request: ApiRequest, service: Service): Answer | undefined {
  const { address } = request;
  const isOdd = address.endsWith("/") || address.includes("//");
  return isOdd ? notFound(request, service) : undefined;
}

/** Answers 404. */
export function notFound(request: ApiRequest, service: Service): Answer {
  const { address } = request;
  const isOfNote = address.startsWith(NOTES_FOLDER) && !/\/(?:\/|$)/.test(address);
  return isOfNote ? noteNotFound(request, service) : addressNotFound(request, service);
}

/**
 * Answers for a note that the asset store does not have: a redirect if the route is a note's former one, else 404.
 *
 * @throws Error if the search index has the note: the index and the files come from different builds. Or if the index
 *   cannot be read, because the route may be a former one
 */
export function missingNote(request: ApiRequest, service: Service): Answer {
  const route = noteRoute(request);
  const engine = service.searchEngine();
  if (hasRoute(engine, route)) {
    throw new Error(`${request.address} is in the search index but not in the asset store`);
  }
  const [present] = routesNamed(engine, route);
  if (present !== undefined) return moved(request.basePath + noteAddress(present));
  return noteNotFound(request, service);
}

function noteNotFound(request: ApiRequest, service: Service): Answer {
  const { path = "", basePath } = request;
  const route = noteRoute(request);
  const nearest = askIndex(service, (engine) => nearestRoutes(engine, route, MAX_SUGGESTIONS), []);
  const routes = [...new Set([...otherwiseNamed(service, route), ...nearest])];
  return problem(
    request,
    "NoteNotFound",
    `There is no note at ${route}.`,
    {
      instance: path,
      suggestions: suggestionsOf(routes, basePath),
    },
    descriptionLink(request),
  );
}

function addressNotFound(request: ApiRequest, service: Service): Answer {
  const { path = "", address, basePath } = request;
  const { mcpLimiter } = service;
  const existing = ADDRESSES.filter((each) => each !== MCP_ADDRESS || mcpLimiter !== undefined);
  const route = routeIn(
    address.startsWith(NOTES_FOLDER) ? address.slice(NOTES_FOLDER.length - 1) : address,
  );
  const isPage = isRoute(service, route);
  const routes = isPage ? [route] : otherwiseNamed(service, route);
  const members = {
    // A URI reference that starts with two slashes would name a host.
    ...(/^\/(?!\/)/.test(path) && { instance: path }),
    ...(routes.length > 0 && { suggestions: suggestionsOf(routes, basePath) }),
    addresses: existing.map((each) => basePath + each),
  };
  const detail = isPage
    ? `${route} is the page route of a note. The API serves the note at the address in \`suggestions\`.`
    : "There is nothing at this address. `addresses` lists those that exist.";
  return problem(request, "AddressNotFound", detail, members, descriptionLink(request));
}

function suggestionsOf(routes: readonly Route[], basePath: string): string[] {
  return routes.slice(0, MAX_SUGGESTIONS).map((route) => basePath + noteAddress(route));
}

/** The notes that had this route before, and those with its last part as an alias. */
function otherwiseNamed(service: Service, route: Route): Route[] {
  const alias = aliasKey(route.slice(route.lastIndexOf("/") + 1));
  const names = (engine: SearchEngine) =>
    [route, alias].flatMap((name) => routesNamed(engine, name));
  return askIndex(service, names, []);
}

function noteRoute({ address }: ApiRequest): Route {
  return routeIn(address.slice(NOTES_FOLDER.length - 1));
}

/** The page route in a path that may have more slashes, and end in `.json`. */
function routeIn(path: string): Route {
  const route = path.replace(/\/+/g, "/").replace(/(?:\.json)?\/?$/, "");
  return decodeURIComponent(route) as Route;
}

function isRoute(service: Service, route: Route): boolean {
  return askIndex(service, (engine) => hasRoute(engine, route), false);
}

/** Queries the index. A 404 does not depend on it, so an index that cannot be opened is only logged. */
function askIndex<T>(
  { searchEngine, errors }: Service,
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
