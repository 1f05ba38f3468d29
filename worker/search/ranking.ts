/** The constants of the ranking, set on judged collections by what holds on all of them. */
export const RANKING = {
  /** What a word counts in title, tags and summary. */
  fields: [3.5, 1.2, 1],
  /** How much the length of title, tags and summary tells against a word in them, 0 to 1. */
  lengths: [0.6, 0.2, 0.5],
  /** BM25's k1: how soon more of the same word adds no more. */
  saturation: 2.2,

  /** What a match other than the word itself counts: of the same stem, ... */
  stem: 0.8,
  /** ... two words that make it up, side by side, ... */
  split: 0.9,
  /** ... the beginning of a longer word, for the last word and for the others, ... */
  prefix: 0.55,
  innerPrefix: 0.25,
  /** ... how much each further letter of that word takes off, ... */
  prefixLoss: 0.3,
  /** ... a part of a name, ... */
  part: 0.35,
  /** ... a word one edit away, and one that differs in its first letter beside it. */
  near: 0.6,
  nearFirst: 0.7,

  /** What a stop word's rarity counts beside the other words'. */
  stop: 0.3,
  /** What two words of the query add by standing as near as they do there, of the rarer one's part. */
  adjacent: 0.5,
  /** How fast a note falls with the share of the query's rarity that it lacks: an exponent. */
  coverage: 0.15,
  /** A note below this share of the best score is left out, ... */
  cut: 0.45,
  /** ... and one that holds less than this share of the rarity that the best one holds. */
  heldCut: 0.3,

  /** What a block promises, by what its posting tells of titles (`t` in `INDEX_FORMAT`). */
  promises: [0.45, 0.7, 0.85, 1],
  /** A block that promises less than this share of what the first one does is not read. */
  promiseCut: 0.4,
};
