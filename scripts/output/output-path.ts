import { API_BASE } from "../../worker/contract/addresses.ts";
import type { Route } from "../../worker/contract/route.ts";

/** The file of the note at a route: relative to the output folder, with `/`. */
export function outputPath(route: Route): string {
  return `${API_BASE.slice(1)}/notes${route}.json`;
}
