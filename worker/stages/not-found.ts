import type { Answer } from "../answer.ts";
import type { ApiRequest } from "../api-request.ts";
import {
  API_BASE,
  LIST_ADDRESS,
  noteAddress,
  OPENAPI_ADDRESS,
  SEARCH_ADDRESS,
} from "../contract/addresses.ts";
import { problem } from "../problem.ts";
import { nearestRoutes } from "../search/nearest-routes.ts";
import type { Service } from "../service.ts";

const NOTES = `${API_BASE}/notes/`;
const MAX_SUGGESTIONS = 3;

/** URI templates (RFC 6570) of all there is. */
const ADDRESSES = [LIST_ADDRESS, `${NOTES}{+route}.json`, `${SEARCH_ADDRESS}{?q}`, OPENAPI_ADDRESS];

/** A note's address without a note, or an address of nothing. */
export function notFound(request: ApiRequest, service: Service): Answer {
  const instance = request.address ?? "";
  if (!instance.startsWith(NOTES)) {
    return problem(
      "AddressNotFound",
      "Nothing has this address; `addresses` lists what there is.",
      // Two slashes at the beginning of a URI reference are those of a host.
      { ...(/^\/(?!\/)/.test(instance) && { instance }), addresses: ADDRESSES },
    );
  }
  const route = askedRoute(instance);
  return problem("NoteNotFound", `No note has the route ${route}, at this address.`, {
    instance,
    suggestions: suggestions(route, service),
  });
}

/** The route that an address under `notes/` asks for, decoded. */
function askedRoute(address: string): string {
  return decodeURIComponent(address.slice(NOTES.length - 1).replace(/\.json$/, ""));
}

function suggestions(route: string, { searchIndex }: Service): string[] {
  try {
    return nearestRoutes(searchIndex(), route, MAX_SUGGESTIONS).map(noteAddress);
  } catch (error) {
    // That there is no such note is known without the index.
    console.error(error);
    return [];
  }
}
