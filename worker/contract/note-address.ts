import { API_BASE } from "./addresses.ts";
import type { Route } from "./route.ts";

/**
 * The address of a note, percent-encoded as the asset store spells it: every character that
 * `encodeURIComponent` encodes is encoded, so `/languages/c++` gives
 * `/api/v1/notes/languages/c%2B%2B.json`.
 */
export function noteAddress(route: Route): string {
  return `${API_BASE}/notes${route.split("/").map(encodeURIComponent).join("/")}.json`;
}
