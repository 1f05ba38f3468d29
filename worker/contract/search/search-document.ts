import type { Route } from "../route.ts";

/** What the search knows of a note: nothing else of it is matched. */
export interface SearchDocument {
  readonly route: Route;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
}
