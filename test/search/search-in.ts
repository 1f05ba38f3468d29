import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { openIndex } from "../../worker/search/open-index.ts";
import { searchResponse } from "../../worker/search/search-response.ts";

/** A search over some documents: whole response bodies, parsed. */
export function searchIn(documents: readonly SearchDocument[]): (query: string) => SearchResponse {
  const index = openIndex(writeSearchIndex(documents).slice().buffer);
  return (query) => JSON.parse(UTF8.decode(searchResponse(index, query)));
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
