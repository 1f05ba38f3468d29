/** Name of the search index in the output folder: bundled with the Worker, never served. */
export const SEARCH_INDEX_FILE = "search-index.bin";
