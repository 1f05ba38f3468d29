import type { Route } from "./route.ts";

/** Maximum length of `q` in code points, after trimming. */
export const MAX_QUERY_LENGTH = 256;

/** One element of `results`. */
export interface SearchResult {
  route: Route;
  title: string;
  summary: string;
}

/** The body of `/api/v1/search.json`. */
export interface SearchResponse {
  /** The `q` parameter, decoded as a form value and trimmed. */
  query: string;
  /** Number of entries in `results`, 0 to 50. */
  count: number;
  results: SearchResult[];
}
