import { stemmer } from "stemmer";

/**
 * The stem of a folded word, by Porter's algorithm; British spellings are read as American ones first.
 * A word with anything but the letters a to z stays as it is, and so does one without a vowel before its
 * last two letters: `https`, `gas`.
 */
export function stem(word: string): string {
  if (!/^[a-z]*[aeiouy][a-z]{2,}$/.test(word)) return word;
  return stemmer(MAYBE_BRITISH.test(word) ? americanized(word) : word);
}

/** A cheap test before four replacements: with it a query takes 6 % less. */
const MAYBE_BRITISH = /our|[iy]s(?:e|ing|ation)|[bt]re|ogue/;

/** The beginning that all words of a stem have in common: `memoi` of `memoiz`, as in `memoise`. */
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
