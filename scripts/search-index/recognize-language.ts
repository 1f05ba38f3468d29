import { LANGUAGES, type Language } from "../../worker/contract/search/languages.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { FUNCTION_WORDS } from "./function-words.ts";

/** Function words of a language that tell it from others. */
const TELLING = 20;
/** The share of all words that they must have, ... */
const MIN_SHARE = 0.08;
/** ... how many times that of the next language, ... */
const MIN_LEAD = 1.5;
/** ... how many of them must occur, ... */
const MIN_WORDS = 4;
/** ... and the share of notes that have more of them than of any other language's, of the notes with any. */
const MIN_NOTES = 2 / 3;

/**
 * Recognizes the language of titles and summaries by its commonest words.
 *
 * @returns undefined if it is none that search knows, or several
 */
export function recognizeLanguage(
  documents: readonly Pick<SearchDocument, "title" | "summary">[],
): Language | undefined {
  const candidates = LANGUAGES.map(
    (language): Candidate => ({ language, words: 0, notes: 0, occurring: new Set() }),
  );
  let words = 0;
  let notes = 0;
  for (const { title, summary } of documents) {
    const counts = new Map<Candidate, number>();
    for (const [word] of `${title} ${summary}`.toLowerCase().matchAll(WORD)) {
      words++;
      for (const number of LANGUAGES_OF.get(word) ?? []) {
        const candidate = candidates[number]!;
        candidate.occurring.add(word);
        candidate.words++;
        counts.set(candidate, (counts.get(candidate) ?? 0) + 1);
      }
    }
    if (counts.size > 0) notes++;
    const most = Math.max(...counts.values());
    for (const [candidate, count] of counts) if (count === most) candidate.notes++;
  }
  const [best, next] = candidates.sort((a, b) => b.words - a.words);
  const isSure =
    best!.words >= MIN_SHARE * words &&
    best!.words >= MIN_LEAD * next!.words &&
    best!.notes >= MIN_NOTES * notes;
  return isSure && best!.occurring.size >= MIN_WORDS ? best!.language : undefined;
}

/** How often the telling words of a language occur, in how many notes they are the commonest, and which occur. */
interface Candidate {
  readonly language: Language;
  words: number;
  notes: number;
  readonly occurring: Set<string>;
}

/** By telling word, the languages that it is one of, as indexes of `LANGUAGES`. */
const LANGUAGES_OF = new Map<string, number[]>();
LANGUAGES.forEach((language, number) => {
  for (const word of FUNCTION_WORDS[language].split(" ").slice(0, TELLING)) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), number]);
  }
});

/** One letter alone is as often the name of a variable as a word. */
const WORD = /[\p{L}\p{M}]{2,}/gu;
