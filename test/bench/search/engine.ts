import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";

/** A search engine as the benchmark runs it: built in one process, loaded and asked in another. */
export interface Engine {
  readonly name: string;
  /** The most documents it is run on, where more would take hours. */
  readonly mostDocuments?: number;
  /** What one would ship: the index and what a result shows, in one piece. */
  build(documents: readonly SearchDocument[]): Promise<Uint8Array | string>;
  /** Makes it ready. The function gives the routes found, the best first. */
  load(shipped: Uint8Array): Promise<(query: string) => string[] | Promise<string[]>>;
}
