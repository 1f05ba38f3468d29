const STARTS = [
  "",
  "b",
  "br",
  "c",
  "d",
  "f",
  "g",
  "gr",
  "h",
  "l",
  "m",
  "n",
  "p",
  "pl",
  "r",
  "s",
  "st",
  "t",
  "tr",
  "v",
];
const MIDDLES = ["a", "e", "i", "o", "u", "ea", "ou"];
const ENDS = ["n", "r", "st", "l", "m", "ck", "nd", "t"];

/** Some 1,100 words of one syllable, none of which means anything to Markdown or YAML. */
export const WORDS: readonly string[] = STARTS.flatMap((start) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)),
);
