import type { Route } from "./route.ts";

/** Prefix of every address. Breaking changes go into a new version. */
export const API_BASE = "/api/v1";

export const LIST_ADDRESS = `${API_BASE}/notes.json`;
export const SEARCH_ADDRESS = `${API_BASE}/search.json`;
export const OPENAPI_ADDRESS = `${API_BASE}/openapi.json`;
export const DIGESTS_ADDRESS = `${API_BASE}/digests.json`;
export const LINKS_ADDRESS = `${API_BASE}/links.json`;

/** Where the notes are tools of the Model Context Protocol. It has a version of its own, in each message. */
export const MCP_ADDRESS = "/mcp";

/** The page for browsers: a client of the API, not a part of it. */
export const PAGE_ADDRESS = "/";
/** The page in the built folder. No address of its own. */
export const PAGE_FILE = "/index.html";

/** Prefix of the address of a part of all notes, followed by its number, from 1, and `.json`. */
export const PARTS_FOLDER = `${API_BASE}/parts/`;

/** Prefix of a note's address, followed by its route without the leading slash, and `.json`. */
export const NOTES_FOLDER = `${API_BASE}/notes/`;

/** Name of the search index in the built folder, beside `api/`: read by the hosts, never served. */
export const SEARCH_INDEX_FILE = "search-index.bin";

/** All addresses of the API, as URI templates (RFC 6570). */
export const ADDRESSES: readonly string[] = [
  LIST_ADDRESS,
  `${NOTES_FOLDER}{+route}.json`,
  `${SEARCH_ADDRESS}{?q}`,
  OPENAPI_ADDRESS,
  DIGESTS_ADDRESS,
  `${PARTS_FOLDER}{part}.json`,
  LINKS_ADDRESS,
  MCP_ADDRESS,
];

/**
 * The address of a note, percent-encoded as the asset store expects it, which is what `encodeURIComponent`
 * does: `/languages/c++` gives `/api/v1/notes/languages/c%2B%2B.json`.
 */
export function noteAddress(route: Route): string {
  return `${API_BASE}/notes${encodeRoute(route)}.json`;
}

/** A route, percent-encoded as a path of a URL. */
export function encodeRoute(route: string): string {
  return route.split("/").map(encodeURIComponent).join("/");
}
