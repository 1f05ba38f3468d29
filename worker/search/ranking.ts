/**
 * The constants of the ranking: those of the literature where others are no better on every judged
 * collection (`docs/benchmarks.md` says what each is worth).
 *
 * Constants are exported one by one: the bundler then writes their values where they are used.
 */

/** What a word counts in title, tags and summary. */
export const fields = [3, 1.2, 1];
/** BM25's b: how much the length of title, tags and summary counts against a word in them, 0 to 1. */
export const lengths = [0.6, 0.75, 0.75];
/** BM25's k1: how soon more of the same word adds no more. */
export const saturation = 1.2;

/** What a match other than the word itself counts: a word of the same stem, ... */
export const stem = 0.8;
/** ... a longer word that starts with the last word, or with another that is found nowhere, ... */
export const prefix = 0.55;
/** ... a name with the word as a part. */
export const part = 0.35;
/** What a unit counts of which only a spelling one edit away is found. */
export const near = 0.8;

/** What a stop word's rarity counts beside the other words'. */
export const stop = 0.2;
/** What two words of the query add by standing as near as they do there, of the rarer one's part. */
export const adjacent = 0.4;
/** How fast a note falls with the share of the query's rarity that it lacks: an exponent. */
export const coverage = 0.15;
/** A note below this share of the best score, by the root of the number of units, is left out, ... */
export const cut = 0.45;
/** ... and one that holds less than this share of the rarity that the best one holds. */
export const heldCut = 0.3;

/** What a block promises, by what its posting tells of titles (`t` in `INDEX_FORMAT`). */
export const promises = [0.45, 0.7, 0.85, 1];
/**
 * A block that promises less than this share of what the first one does is not read. A summary with a word of
 * the same stem promises .36 of what a title does that is the word: it must be more, or titles hide it.
 */
export const promiseCut = 0.35;
