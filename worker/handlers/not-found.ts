import { ADDRESSES, NOTES_FOLDER, noteAddress, OPENAPI_ADDRESS } from "../contract/addresses.ts";
import type { Route } from "../contract/route.ts";
import type { ApiRequest } from "../request.ts";
import { type Answer, problem } from "../respond.ts";
import { hasRoute, nearestRoutes } from "../search/nearest-routes.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { Service } from "../service.ts";

const MAX_SUGGESTIONS = 3;

/** Says where the description of the API is (RFC 8631). */
export function descriptionLink({ basePath }: ApiRequest): Record<string, string> {
  return { Link: `<${basePath}${OPENAPI_ADDRESS}>; rel="service-desc"` };
}

/** Doubled and trailing slashes, which the router and the asset store would overlook. */
export function refuseOddSlashes(request: ApiRequest, service: Service): Answer | undefined {
  const { address } = request;
  const isOdd = address.endsWith("/") || address.includes("//");
  return isOdd ? notFound(request, service) : undefined;
}

/** The answer where nothing is. */
export function notFound(request: ApiRequest, service: Service): Answer {
  const isInNotes = request.address.startsWith(NOTES_FOLDER);
  return isInNotes ? noteNotFound(request, service) : addressNotFound(request, service);
}

/**
 * The answer to the address of a note that the asset store does not have.
 *
 * @throws Error if there is a note of that route: the index and the files are not of one build.
 */
export function missingNote(request: ApiRequest, service: Service): Answer {
  if (isRoute(service, noteRoute(request))) {
    throw new Error(`${request.address} is in the search index and not in the asset store`);
  }
  return noteNotFound(request, service);
}

function noteNotFound(request: ApiRequest, service: Service): Answer {
  const { address, basePath } = request;
  const route = noteRoute(request);
  const nearest = askIndex(service, (index) => nearestRoutes(index, route, MAX_SUGGESTIONS), []);
  return problem(request, "NoteNotFound", `There is no note at ${route}.`, {
    instance: basePath + address,
    suggestions: nearest.map((near) => basePath + noteAddress(near)),
  });
}

function addressNotFound(request: ApiRequest, service: Service): Answer {
  const { address, basePath } = request;
  const route = routeIn(address);
  const isPage = isRoute(service, route);
  const members = {
    // Two slashes at the beginning of a URI reference are those of a host.
    ...(/^\/(?!\/)/.test(address) && { instance: basePath + address }),
    ...(isPage && { suggestions: [basePath + noteAddress(route)] }),
    addresses: ADDRESSES.map((existing) => basePath + existing),
  };
  const detail = isPage
    ? `${route} is the page route of a note. The API serves the note at the address in \`suggestions\`.`
    : "There is nothing at this address. `addresses` lists what there is.";
  return problem(request, "AddressNotFound", detail, members, descriptionLink(request));
}

function noteRoute({ address }: ApiRequest): Route {
  return routeIn(address.slice(NOTES_FOLDER.length - 1));
}

/** The route that a path would be that of, with or without `.json` behind it. */
function routeIn(path: string): Route {
  return decodeURIComponent(path).replace(/\.json$/, "") as Route;
}

function isRoute(service: Service, route: Route): boolean {
  return askIndex(service, (index) => hasRoute(index, route), false);
}

/** What the index says. A 404 can do without, so an index that does not open is logged and no more. */
function askIndex<T>(
  { searchIndex, errors }: Service,
  ask: (index: SearchIndex) => T,
  otherwise: T,
): T {
  try {
    return ask(searchIndex());
  } catch (error) {
    errors.write(error);
    return otherwise;
  }
}
