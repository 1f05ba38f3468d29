import type { WordReader } from "./word-reader.ts";

/**
 * An index opened for search: views of the file, and the work space of one query at a time. It is for
 * the engine alone.
 */
export interface SearchIndex {
  /** Number of notes. */
  readonly count: number;
  /** As the file states it: equal for equal files, so it tells one index from another. */
  readonly checksum: number;
  readonly words: number;
  readonly one: number;
  readonly two: number;
  /** Average number of tokens of title, tags and summary. */
  readonly averages: readonly number[];
  /** The first word of each shelf, and the number of words. */
  readonly shelves: readonly number[];
  readonly blocks: number;

  readonly wordOffsets: Uint8Array;
  readonly postingOffsets: Uint8Array;
  readonly blockOffsets: Uint8Array;
  readonly facets: Uint16Array;
  readonly facetNames: Uint8Array;
  readonly heads: Uint8Array;
  readonly pool: Uint8Array;
  readonly postings: Uint8Array;
  readonly text: Uint8Array;

  /** For each word, its first entry in the match table; 0 for none. */
  readonly marks: Uint16Array;
  /** For each first byte of a code, whether a marked word has it; 1 for 0, the end of a field. */
  readonly markedCodes: Uint8Array;
  /** A bit for each block that may hold a unit of the query. */
  readonly blocksSeen: Uint32Array;
  /** For each block, which units of the query it may hold, ... */
  readonly blockUnits: Uint32Array;
  /** ... what it promises in all, ... */
  readonly blockScores: Float32Array;
  /** ... what it promises for the unit at hand, ... */
  readonly blockBest: Float32Array;
  /** ... and how many links of that unit it holds. */
  readonly blockLinks: Uint8Array;
  /** The blocks that may hold the unit at hand. */
  readonly touched: Uint32Array;
  readonly reader: WordReader;
  /** Words as they are spelled: the one at hand, and behind 256 bytes the frequent ones that were. */
  readonly spelled: DataView;
  spelledLength: number;
  /** For each of the most frequent words, its place in `spelled`; 0 until it is there. */
  readonly places: Uint32Array;
  /** For each of these, 1 + where its postings begin; 0 until they are first read. */
  readonly postingPlaces: Uint32Array;
  /** The letters of each word; empty until the first misspelled word comes. */
  letters: Uint32Array;
}
