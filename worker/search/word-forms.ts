import { findExact, findWords, spellingOf, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import type { SearchIndex } from "./open-index.ts";
import type { QueryUnit } from "./parse-query.ts";
import { hasWord } from "./postings.ts";
import type { SearchEngine } from "./search-engine.ts";

/**
 * Other words with the same stem: `sorting`, `sorted` for `sorts`.
 *
 * @param spelling the word as it is written
 */
export function findStems(
  { index, language, matches }: SearchEngine,
  text: string,
  spelling = text,
): number[] {
  const words: number[] = [];
  const spellings = language.readsSpelling ? [spelling, ...spellingsOf(index, text)] : [spelling];
  const stems = [...new Set(spellings.flatMap((written) => language.stemsOf(text, written)))];
  const start = language.rootOf(text, stems);
  if (start.length < 3) return words;
  const root = utf8Of(start);
  // A Cyrillic letter has two bytes.
  const longest = root.length + (MAX_ENDING * root.length) / start.length;
  let left = Math.min(LIMITS.stems, matches.stemsLeft);
  findWords(index, root, root.length, (word, bytes, length) => {
    if (length <= longest) {
      matches.stemsLeft--;
      const form = textOf(bytes.subarray(0, length));
      const formSpelling = language.readsSpelling ? spellingOf(index, word, form) : form;
      const isForm = language.stemsOf(form, formSpelling).some((stem) => stems.includes(stem));
      if (form !== text && isForm) words.push(word);
    }
    return --left > 0;
  });
  return words;
}

const MAX_ENDING = 12;

/** How the index spells a folded word, which may have been asked without its accents. */
function spellingsOf(index: SearchIndex, text: string): string[] {
  return findExact(index, text).map((word) => spellingOf(index, word, text));
}

/** The word that two adjacent units form, in all its spellings; stop words need four letters or more. */
export function findJoined(
  index: SearchIndex,
  unit: QueryUnit | undefined,
  next: QueryUnit | undefined,
): number[] {
  if (unit?.kind !== "word" || next?.kind !== "word") return [];
  if (next.position !== unit.position + 1) return [];
  const isLoose = [unit, next].some(({ stop, text }) => stop && text.length < 4);
  return isLoose ? [] : findExact(index, unit.text + next.text);
}

/** The two or three words of the index that a word splits into. */
export function findSplit(engine: SearchEngine, text: string): string[] {
  const { index } = engine;
  const isKnown = (word: string): boolean => hasWord(index, word) && !index.stopWords.has(word);
  const isForm = (word: string): boolean => isKnown(word) || findStems(engine, word).length > 0;
  // The halves of most similar length. A letter that is typed twice is no half.
  const inTwo = (whole: string): string[] => {
    const middle = whole.length / 2;
    for (let away = middle % 1; middle - away >= 1; away++) {
      for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
        const [start, end] = [whole.slice(0, at), whole.slice(at)];
        if (!end.startsWith(start) && isKnown(start) && isForm(end)) return [start, end];
      }
    }
    return [];
  };
  const two = inTwo(text);
  if (two.length > 0) return two;
  for (let at = MIN_PART; text.length - at >= 2 * MIN_PART; at++) {
    const start = text.slice(0, at);
    const rest = isKnown(start) ? inTwo(text.slice(at)) : [];
    if (rest.length > 0) return [start, ...rest];
  }
  return [];
}

/** Letters of a word that is split into three. */
const MIN_PART = 3;
