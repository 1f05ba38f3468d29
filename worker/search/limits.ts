/**
 * What bounds the work of one query, whatever it says and however many notes there are. At a limit the
 * rarer continuations of a word and the less promising blocks go unseen; nothing fails. In all: 32 units,
 * 65,536 postings, 256 blocks of 8 notes, each read once, 65,536 of their words that stand for a unit, and
 * 2 walks over the lexicon. A text with operators is first looked up as a title.
 *
 * Constants are exported one by one: the bundler then writes their values where they are used.
 */

/** Units of the query that are looked up; each has a bit. */
export const units = 32;
/** Operators of the query that are heeded. */
export const operators = 16;
/** Entries that tie a word of the lexicon to a unit of the query. */
export const matches = 4095;
/** Words that start with the last word of the query, or with another that is found nowhere. */
export const prefixes = 256;
/** Words compared with a word of the query by their stems. */
export const stems = 64;
/** Names that have a word as a part. */
export const parts = 64;
/** Spellings tried for a word found nowhere, and words of a query that may be misspelled. */
export const spellings = 8;
export const misspelled = 2;
/** Postings read, those of stop words last. */
export const postings = 1 << 16;
/**
 * Blocks read: so many for each unit that is no stop word, at most `blocks`. Those that may hold an exact
 * title, and with operators all, are read up to `blocksAtMost`.
 */
export const blocksPerUnit = 16;
export const blocks = 96;
export const blocksAtMost = 256;
/** Words read that stand for a unit: when there were so many, no other block is read. */
export const hits = 1 << 16;
export const results = 50;
/** Bytes of results that are kept as JSON from query to query. */
export const keptBytes = 1 << 22;
