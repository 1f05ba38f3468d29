import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { ListedNote } from "./listed-note.ts";

/** What the search index holds of a note: its body and aliases are not searched. */
export function toSearchDocument(note: ListedNote): SearchDocument {
  const { route, title, summary, tags, collection, domain, category } = note;
  return {
    route,
    title,
    summary,
    tags,
    collection: collection.name,
    ...(domain !== undefined && { domain }),
    ...(category !== undefined && { category }),
  };
}
