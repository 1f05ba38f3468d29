/**
 * What bounds the work of one query, whatever it says and however many notes there are. At the limit
 * the rarer continuations of a word, the less promising blocks go unseen; nothing fails. In all: 32 words,
 * 65,536 postings, 512 blocks of 8 notes; 4 passes over the lexicon for misspelled words.
 *
 * Constants are exported one by one: the bundler then writes their values where they are used.
 */

/** Words of the query that are looked up. */
export const units = 32;
/** Entries that tie a word of the lexicon to a word of the query. */
export const matches = 4095;
/** Words that begin with a word of the query, for the last one and for each of the others. */
export const prefixes = 256;
export const innerPrefixes = 32;
/** Words looked at for the same stem. */
export const stems = 64;
/** Names that have a word as a part. */
export const parts = 64;
/** Spellings tried for a word found nowhere, and words of a query that may be misspelled. */
export const spellings = 8;
export const misspelled = 4;
/** Postings read, those of stop words last. */
export const postings = 1 << 16;
/**
 * Blocks read and scored: the first of these whatever they promise; then those that promise enough,
 * so many, and for each unit so many more, up to the next number; on to the one behind it while there
 * are not as many results as there may be; and up to the last with operators. While they promise a
 * title of these words, blocks up to the last are looked through for that title alone.
 */
export const blocksAnyway = 8;
export const blocks = 4;
export const blocksPerUnit = 8;
export const blocksForUnits = 96;
export const blocksForMore = 32;
export const blocksAtMost = 512;
export const results = 50;
/** Notes whose text is checked for a query of operators alone. */
export const notesChecked = 4096;
