import type { Route } from "./route.ts";

/** The first part of every address. What would break a client goes to another version. */
export const API_BASE = "/api/v1";

export const LIST_ADDRESS = `${API_BASE}/notes.json`;
export const SEARCH_ADDRESS = `${API_BASE}/search.json`;
export const OPENAPI_ADDRESS = `${API_BASE}/openapi.json`;
export const DIGESTS_ADDRESS = `${API_BASE}/digests.json`;

/** What every address of a note begins with; its route, without the leading slash, and `.json` follow. */
export const NOTES_FOLDER = `${API_BASE}/notes/`;

/** Templates (RFC 6570) of all addresses that there are. */
export const ADDRESSES: readonly string[] = [
  LIST_ADDRESS,
  `${NOTES_FOLDER}{+route}.json`,
  `${SEARCH_ADDRESS}{?q}`,
  OPENAPI_ADDRESS,
  DIGESTS_ADDRESS,
];

/**
 * The address of a note, percent-encoded as the asset store spells it: every character that
 * `encodeURIComponent` encodes is encoded, so `/languages/c++` gives
 * `/api/v1/notes/languages/c%2B%2B.json`.
 */
export function noteAddress(route: Route): string {
  return `${API_BASE}/notes${route.split("/").map(encodeURIComponent).join("/")}.json`;
}
