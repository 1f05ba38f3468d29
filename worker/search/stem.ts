import { stemmer } from "stemmer";

/**
 * The stem of a folded word by Porter's algorithm. Words with characters other than a to z are returned
 * unchanged, and so are words without a vowel before the last two letters, such as `https` and `gas`.
 */
export function stem(word: string): string {
  return /^[a-z]*[aeiouy][a-z]{2,}$/.test(word) ? stemmer(word) : word;
}

/** The prefix that all words with a stem share: `hop` for `hope`, because of `hoping`. */
export function rootOf(stemmed: string): string {
  return stemmed.replace(/(?<=...)[ei]$/, "");
}
