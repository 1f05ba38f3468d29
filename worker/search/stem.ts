import { stemmer } from "stemmer";

/**
 * The stem of a folded word by Porter's algorithm, applied to its American spelling. Words with characters
 * other than a to z are returned unchanged, and so are words without a vowel before the last two letters,
 * such as `https` and `gas`.
 */
export function stem(word: string): string {
  if (!/^[a-z]*[aeiouy][a-z]{2,}$/.test(word)) return word;
  return stemmer(MAYBE_BRITISH.test(word) ? americanized(word) : word);
}

/** A cheap test that saves four replacements: queries take 6 % less time with it. */
const MAYBE_BRITISH = /our|[iy]s(?:e|ing|ation)|[bt]re|ogue/;

/** The prefix that all words with a stem share: `memoi` for `memoiz`, because of `memoise`. */
export function rootOf(stemmed: string): string {
  const or = stemmed.indexOf("or", 3);
  if (or !== -1) return stemmed.slice(0, or + 1);
  return stemmed.replace(/(?<=...)(?:er|[iez])$/, "");
}

/** `-our` becomes `-or`, `-ise` `-ize`, `-re` `-er` and `-ogue` `-og`, not at the start of a word. */
function americanized(word: string): string {
  return (
    word
      .replace(/(?<=...)our/g, "or")
      // Not `revise` and `precise`, whose other forms are `revision` and `precision`.
      .replace(/(?<=.[^cv][iy])s(?=(?:e[sd]?|ing|ers?|ations?)$)/, "z")
      .replace(/(?<=[aeiouy][^aeiou].*[tb])r(?:e(s?)|(ed))$/, "er$1$2")
      .replace(/(?<=[aeiouy][^aeiou].*og)ue(?=s?$)/, "")
  );
}
