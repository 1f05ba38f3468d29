import type { Route } from "../route.ts";

/** What the search engine knows of a note. `title`, `summary` and `tags` are matched; the rest filters. */
export interface SearchDocument {
  route: Route;
  title: string;
  summary: string;
  tags: readonly string[];
  collection: string;
  domain?: string;
  category?: string;
}
