import {
  FUNCTION_WORDS,
  LANGUAGES,
  type Language,
} from "../../worker/contract/search/languages.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";

/** Function words of a language that tell it from others. */
const TELLING = 20;
/** The share of all words that they must have, ... */
const MIN_SHARE = 0.08;
/** ... how many times that of the next language, ... */
const MIN_LEAD = 1.5;
/** ... and how many of them must occur. */
const MIN_WORDS = 4;

/**
 * Recognizes the language of titles and summaries by its commonest words.
 *
 * @returns undefined if it is none that search knows, or several
 */
export function recognizeLanguage(
  documents: readonly Pick<SearchDocument, "title" | "summary">[],
): Language | undefined {
  const counts = new Map<string, number>();
  let words = 0;
  for (const { title, summary } of documents) {
    for (const [word] of `${title} ${summary}`.toLowerCase().matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      words++;
    }
  }
  const candidates = LANGUAGES.map((language) => {
    const telling = FUNCTION_WORDS[language].split(" ").slice(0, TELLING);
    const occurring = telling.map((word) => counts.get(word) ?? 0).filter((count) => count > 0);
    const share = occurring.reduce((a, b) => a + b, 0) / words;
    return { language, share, distinct: occurring.length };
  });
  const [best, next] = candidates.sort((a, b) => b.share - a.share);
  const isSure = best!.share >= MIN_SHARE && best!.share >= MIN_LEAD * next!.share;
  return isSure && best!.distinct >= MIN_WORDS ? best!.language : undefined;
}

const WORD = /[\p{L}\p{M}]+/gu;
