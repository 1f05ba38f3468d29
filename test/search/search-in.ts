import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { loadLanguage } from "../../worker/search/language.ts";
import { openEngine, type SearchEngine } from "../../worker/search/search-engine.ts";
import { searchResponse } from "../../worker/search/write-response.ts";

/** Documents with defaults for what a test does not care about. Routes follow the given order. */
export function asDocuments(
  entries: readonly (string | (Partial<SearchDocument> & { title: string }))[],
): SearchDocument[] {
  return entries.map((entry, i) => ({
    route: `/notes/${String(i).padStart(5, "0")}` as Route,
    summary: "",
    tags: [],
    ...(typeof entry === "string" ? { title: entry } : entry),
  }));
}

export function indexOf(documents: readonly SearchDocument[]): SearchEngine {
  return openEngine(writeSearchIndex(documents).slice().buffer);
}

/** A search function for documents in a language. */
export async function searchInLanguage(
  documents: readonly SearchDocument[],
  language: Language,
): Promise<(query: string) => SearchResponse> {
  const file = writeSearchIndex(documents, language).slice().buffer;
  await loadLanguage(file);
  const engine = openEngine(file);
  return (query) => JSON.parse(UTF8.decode(searchResponse(engine, query)));
}

/** A search function for some documents, which returns whole response bodies, parsed. */
export function searchIn(documents: readonly SearchDocument[]): (query: string) => SearchResponse {
  const index = indexOf(documents);
  return (query) => JSON.parse(UTF8.decode(searchResponse(index, query)));
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
