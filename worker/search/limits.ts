/**
 * Limits on the work of one query, whatever it says and however many notes there are. Beyond a limit, some
 * matches of a word and the blocks with the lowest estimates are ignored; nothing fails. A text with operators
 * is first looked up as a title.
 *
 * Each constant is a separate export, so that the bundler can inline it.
 */

/** Units of a query; each has a bit. */
export const units = 32;
/** Operators of a query; any others are plain words. */
export const operators = 16;
/** Pairs of a word of the lexicon and a unit that it matches. */
export const matches = 4095;
/** Prefix matches of a word. */
export const prefixes = 256;
/** Words whose stems are compared with that of a word of the query, and with those of all its words. */
export const stems = 64;
export const allStems = 256;
/** Words compared with a misspelled word, for each of its first two letters; or that begin with two letters. */
export const compared = 1 << 14;
/** Spellings tried for a misspelled word, and misspelled words of a query. */
export const spellings = 8;
export const misspelled = 2;
/** Postings read, those of stop words last. */
export const postings = 1 << 16;
/** Blocks read, as `readBlocks` says: `blocksPerUnit` for each unit that is not a stop word. */
export const blocksPerUnit = 16;
export const blocks = 96;
export const maxBlocks = 256;
/** Matches read; beyond these, no further block is read. */
export const matchesRead = 1 << 16;
export const results = 50;
/** Bytes of results that are kept as JSON. */
export const cacheBytes = 1 << 22;
