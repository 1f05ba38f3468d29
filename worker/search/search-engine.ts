import { openIndex, type SearchIndex } from "./open-index.ts";
import { newWork, type QueryWork } from "./query-work.ts";
import { ResultCache } from "./result-cache.ts";

/** An open index, the memory for one query at a time, and the results written so far. */
export interface SearchEngine {
  readonly index: SearchIndex;
  readonly work: QueryWork;
  readonly results: ResultCache;
}

/** @throws Error as `openIndex` does */
export function openEngine(buffer: ArrayBuffer): SearchEngine {
  const index = openIndex(buffer);
  return { index, work: newWork(index), results: new ResultCache(index) };
}
