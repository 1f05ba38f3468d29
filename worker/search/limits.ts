/**
 * What bounds the work of one query, whatever it says and however many notes there are. At the limit
 * the rarer continuations of a word, the less promising blocks go unseen; nothing fails. In all: 32 words,
 * 65,536 postings, 512 blocks of 8 notes; 4 passes over the lexicon for misspelled words.
 */
export const LIMITS = {
  /** Words of the query that are looked up. */
  units: 32,
  /** Entries that tie a word of the lexicon to a word of the query. */
  matches: 4095,
  /** Words that begin with a word of the query, for the last one and for each of the others. */
  prefixes: 256,
  innerPrefixes: 32,
  /** Words looked at for the same stem. */
  stems: 64,
  /** Names that have a word as a part. */
  parts: 64,
  /** Spellings tried for a word found nowhere, and words of a query that may be misspelled. */
  spellings: 8,
  misspelled: 4,
  /** Postings read. */
  postings: 1 << 16,
  /**
   * Blocks read and scored: the first of these whatever they promise; then those that promise enough,
   * so many, and for each unit so many more, up to the next number; on to the one behind it while there
   * are not as many results as there may be; and up to the last with operators. While they promise a
   * title of these words, blocks up to the last are looked through for that title alone.
   */
  blocksAnyway: 8,
  blocks: 4,
  blocksPerUnit: 8,
  blocksForUnits: 96,
  blocksForMore: 32,
  blocksAtMost: 512,
  results: 50,
  /** Notes whose text is checked for a query of operators alone. */
  notesChecked: 4096,
};
