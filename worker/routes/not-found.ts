import {
  ADDRESSES,
  MCP_ADDRESS,
  NOTES_FOLDER,
  noteAddress,
  OPENAPI_ADDRESS,
  PAGE_ADDRESS,
} from "../contract/addresses.ts";
import type { Route } from "../contract/route.ts";
import type { ApiRequest } from "../request.ts";
import { type Answer, moved, problem } from "../response.ts";
import type { Service } from "../service.ts";
import { findNamed, findNearest, findReplacement, isRoute } from "./find-note.ts";

/** A link to the OpenAPI document (RFC 8631). */
export function descriptionLink({ basePath }: ApiRequest): Record<string, string> {
  return { Link: `<${basePath}${OPENAPI_ADDRESS}>; rel="service-desc"` };
}

/** Refuses doubled and trailing slashes, which the router and the asset store would ignore. */
export function refuseOddSlashes(request: ApiRequest, service: Service): Answer | undefined {
  const { address } = request;
  const isOdd = address !== PAGE_ADDRESS && (address.endsWith("/") || address.includes("//"));
  return isOdd ? notFound(request, service) : undefined;
}

/** Answers 404. */
export function notFound(request: ApiRequest, service: Service): Answer {
  const { address } = request;
  const isOfNote = address.startsWith(NOTES_FOLDER) && !/\/(?:\/|$)/.test(address);
  if (!isOfNote) return addressNotFound(request, service);
  return noteNotFound(request, findNearest(noteRoute(request), service));
}

/**
 * Answers for a note that the asset store does not have: a redirect if the route is a note's former one, else 404.
 *
 * @throws Error as `findReplacement` does
 */
export function missingNote(request: ApiRequest, service: Service): Answer {
  const replacement = findReplacement(noteRoute(request), service);
  return "moved" in replacement
    ? moved(request.basePath + noteAddress(replacement.moved))
    : noteNotFound(request, replacement.nearest);
}

function noteNotFound(request: ApiRequest, nearest: readonly Route[]): Answer {
  const { path = "", basePath } = request;
  return problem(
    request,
    "NoteNotFound",
    {
      detail: `There is no note at ${noteRoute(request)}.`,
      instance: path,
      suggestions: nearest.map((route) => basePath + noteAddress(route)),
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
  const isPage = isRoute(route, service);
  const suggestions = isPage ? [route] : findNamed(route, service);
  const members = {
    ...(isPage && {
      detail: `${route} is the page route of a note. The API serves the note at the address in \`suggestions\`.`,
    }),
    // A URI reference that starts with two slashes would name a host.
    ...(/^\/(?!\/)/.test(path) && { instance: path }),
    ...(suggestions.length > 0 && {
      suggestions: suggestions.map((each) => basePath + noteAddress(each)),
    }),
    addresses: existing.map((each) => basePath + each),
  };
  return problem(request, "AddressNotFound", members, descriptionLink(request));
}

function noteRoute({ address }: ApiRequest): Route {
  return routeIn(address.slice(NOTES_FOLDER.length - 1));
}

/** The page route in a path that may have more slashes, and end in `.json`. */
function routeIn(path: string): Route {
  const route = path.replace(/\/+/g, "/").replace(/(?:\.json)?\/?$/, "");
  return decodeURIComponent(route) as Route;
}
