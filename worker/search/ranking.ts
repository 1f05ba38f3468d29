/**
 * The constants of the ranking: values from the literature, unless others are better on every judged
 * collection (`docs/benchmarks.md` shows what each is worth).
 *
 * Each constant is a separate export, so that the bundler can inline it.
 */

/** Weight of a word in title, tags and summary. */
export const fields = [3, 1.2, 1];
/** BM25's b for title, tags and summary: how much the length of a field counts against its words, 0 to 1. */
export const lengths = [0.6, 0.75, 0.75];
/** BM25's k1: how soon repeating a word adds nothing more. */
export const saturation = 1.2;

/** Weight of a match that is not the word itself: a word with the same stem, or ... */
export const stem = 0.8;
/** ... a longer word that starts with the last word, or with one that is found nowhere, ... */
export const prefix = 0.55;
/** ... or a spelling one edit away. */
export const near = 0.9;

/** Weight of a stop word's rarity; that of other words is 1. */
export const stop = 0.2;
/** Bonus for a word next to the one before it in the query, as a share of its rarity. */
export const adjacent = 0.3;
/** A note's score is multiplied by the share of the query's rarity that it contains, to this power. */
export const coverage = 0.15;
/** A note's score is multiplied by this if the query has every word of its title. */
export const wholeTitle = 1.07;
/** Notes below this share of the best score, divided by the root of the number of units, are left out. */
export const cut = 0.45;

/** Estimated score of a block with a word, by the `t` of its posting (see `index-format.ts`). */
export const estimates = [0.45, 0.7, 0.85, 1];
/**
 * Blocks with less than this share of the first one's estimate are not read. It must be below .36, the share of
 * a summary with a word of the same stem if the first is a title that is the word. Otherwise titles hide it.
 */
export const estimateCut = 0.35;
