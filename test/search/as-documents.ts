import type { Route } from "../../worker/contract/route.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";

/** Documents from what a test cares about; titles alone will do. Routes follow the order given. */
export function asDocuments(
  entries: readonly (string | (Partial<SearchDocument> & { title: string }))[],
): SearchDocument[] {
  return entries.map((entry, i) => ({
    route: `/notes/${String(i).padStart(4, "0")}` as Route,
    summary: "",
    tags: [],
    collection: "notes",
    ...(typeof entry === "string" ? { title: entry } : entry),
  }));
}
