import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { findExact, findWords, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { nearWords } from "./near-words.ts";
import type { SearchIndex } from "./open-index.ts";
import { type QueryUnit, STOP_WORDS } from "./parse-query.ts";
import { listOf, occurs } from "./postings.ts";
import * as RANKING from "./ranking.ts";
import type { SearchEngine } from "./search-engine.ts";
import { rootOf, stem } from "./stem.ts";

/**
 * Matches each unit of a query with words of the lexicon, and estimates the score of each block.
 *
 * A word matches itself; words with the same stem; itself after a dot, which is how the last parts of names are
 * written (`socket`: `.socket` for `WebSocket`); the word it forms with its neighbor (`hash map`:
 * `hashmap`); the phrase it splits into (`hashmap`: `hash map`); longer words that it is a prefix of, if it is the
 * last word or has no match so far; and, without any match, its nearest spellings.
 *
 * @param misspelled number of words that may be looked up by their nearest spellings
 */
export function matchUnits(
  engine: SearchEngine,
  units: readonly QueryUnit[],
  misspelled: number,
): UnitMatches {
  engine.matches.clear();
  engine.blocks.clear();
  const matched = new UnitMatches(engine, units, misspelled);
  // Operators first, because they must be obeyed. Stop words last, because they occur in nearly every block
  // and would use up the limit of postings.
  for (let turn = 0; turn < 3; turn++) {
    units.forEach((unit, u) => {
      if (turn === (unit.stop ? 2 : unit.operator === undefined ? 1 : 0)) matched.match(u);
    });
  }
  return matched;
}

/** What is known of the units of a query. */
export class UnitMatches {
  /** By unit, its inverse document frequency times its weight; 0 if it has no match. */
  readonly rarities = new Float64Array(LIMITS.units);
  /** By unit, its nearest spelling if it is misspelled. */
  readonly spellings: (string | undefined)[] = [];
  /** By unit, the bit of the last place in its phrase. */
  readonly lastPlaces = new Int32Array(LIMITS.units);
  /** The units whose postings were not all read, a bit for each: any block may contain them. */
  cutUnits = 0;
  readonly #engine: SearchEngine;
  readonly #units: readonly QueryUnit[];
  #misspelledLeft: number;

  constructor(engine: SearchEngine, units: readonly QueryUnit[], misspelled: number) {
    this.#engine = engine;
    this.#units = units;
    this.#misspelledLeft = misspelled;
  }

  match(u: number): void {
    const { index, blocks } = this.#engine;
    const unit = this.#units[u]!;
    if (unit.kind === "word") this.#addForms(unit, u);
    else this.#addPhrase(unit, unit.parts, u);
    if (unit.operator === "excluded") return;
    const known = blocks.count;
    const trust = unit.kind === "word" && !unit.stop ? this.#addUncertain(unit, u) : 1;
    const isCut = blocks.postingsLeft === 0;
    if (isCut) this.cutUnits |= 1 << u;
    const all = isCut ? index.blocks : blocks.count;
    const counts = unit.kind === "tag" ? 0 : unit.stop ? RANKING.stop : unit.times;
    if (all > 0) {
      const rarity = rarityOf(index, (!isCut && known) || all);
      // The last word may be complete or a prefix, so take the average of both rarities.
      const average = unit.last ? (rarity + rarityOf(index, all)) / 2 : rarity;
      this.rarities[u] = average * counts * trust;
    }
    blocks.closeUnit(u, isCut ? 0 : this.rarities[u]!);
  }

  /** Adds the word itself and what means the same; of a stop word, only itself. */
  #addForms(unit: QueryUnit, u: number): void {
    const { index, blocks } = this.#engine;
    this.#addExact(unit.text, u, 1);
    if (unit.stop) return;
    this.#addWords(findStems(index, unit.text), u, RANKING.stem);
    this.#addExact(`.${unit.text}`, u, RANKING.stem);
    this.#addJoined(u, unit.text);
    if (blocks.count === 0) this.#addPhrase(unit, findSplit(index, unit), u);
    // Words without a vowel, such as `VMs`, have no stem.
    if (blocks.count === 0 && /..s$/.test(unit.text)) {
      this.#addExact(unit.text.slice(0, -1), u, RANKING.stem);
    }
  }

  /** Adds words that may be meant; returns the confidence that one of them is, 0 to 1. */
  #addUncertain({ text, last }: QueryUnit, u: number): number {
    const { blocks } = this.#engine;
    if (last || (blocks.count === 0 && text.length > 2)) this.#addLonger(text, u);
    return blocks.count > 0 || blocks.postingsLeft === 0 ? 1 : this.#addNearWords(text, u);
  }

  #addExact(text: string, u: number, weight: number): void {
    this.#addWords(findExact(this.#engine.index, utf8Of(text)), u, weight);
  }

  /** Adds words that each match a unit. Words with the same folded form share the first one's posting list. */
  #addWords(words: readonly number[], u: number, weight: number): void {
    const { index, matches, blocks } = this.#engine;
    for (const word of words) {
      matches.add(word, u, weight);
      blocks.addList(index.postings, listOf(index, word), weight);
    }
  }

  /** Adds prefix matches. */
  #addLonger(text: string, u: number): void {
    const key = utf8Of(text);
    const words: number[] = [];
    findWords(this.#engine.index, key, key.length, (word, _, length) => {
      if (length > key.length) words.push(word);
      return words.length < LIMITS.prefixes;
    });
    this.#addWords(words, u, RANKING.prefix);
  }

  /** Adds a phrase, and the blocks with all of its words. Quoted words match exactly, those of a tag or a split word by stem too. */
  #addPhrase({ kind, operator }: QueryUnit, parts: readonly string[], u: number): void {
    const { index, matches, blocks } = this.#engine;
    const words = parts.map((part) => [
      ...findExact(index, utf8Of(part)),
      ...(kind === "phrase" ? [] : findStems(index, part)),
    ]);
    if (words.length === 0 || words.some((same) => same.length === 0)) return;
    const end = kind === "tag" ? [[index.tagSeparator]] : [];
    const places = [...end, ...words, ...end];
    places.forEach((same, place) => {
      for (const word of same) matches.add(word, u, 1, 1 << place);
    });
    this.lastPlaces[u] = 1 << (places.length - 1);
    if (operator === "excluded") return;
    const lists = words.map((same) => same.map((word) => listOf(index, word)));
    blocks.addPhrase(index.postings, lists);
  }

  /** Adds the nearest spellings of a word, else of what it forms with the next one, else its ending. */
  #addNearWords(text: string, u: number): number {
    const { index, blocks } = this.#engine;
    if ([...text].length < MIN_MISSPELLED || this.#misspelledLeft-- <= 0) return 1;
    const next = this.#units[u + 1];
    const [best, ...others] = nearWords(index, text);
    if (best !== undefined) {
      this.spellings[u] = best;
      for (const form of [best, ...others]) this.#addExact(form, u, 1);
      this.#addWords(findStems(index, best), u, RANKING.stem);
      this.#addJoined(u, best);
    } else if (next?.kind === "word") {
      for (const form of nearWords(index, text + next.text)) this.#addExact(form, u, 1);
    }
    if (blocks.count > 0) return RANKING.near;
    // As in `onlanguagechange`.
    for (let at = 1; text.length - at >= MIN_ENDING && blocks.count === 0; at++) {
      this.#addExact(text.slice(at), u, 1);
    }
    return RANKING.near / 2;
  }

  /** Adds the words that a unit, if spelled like `text`, forms with the one before it and the one after. */
  #addJoined(u: number, text: string): void {
    const { index } = this.#engine;
    const unit = { ...this.#units[u]!, text };
    this.#addWords(findJoined(index, this.#units[u - 1], unit), u, 1);
    this.#addWords(findJoined(index, unit, this.#units[u + 1]), u, 1);
  }
}

const MIN_MISSPELLED = 4;
const MIN_ENDING = 6;

/** Inverse document frequency. The number of notes is estimated from the number of blocks. */
function rarityOf(index: SearchIndex, blocks: number): number {
  const share = 1 - (1 - blocks / (index.blocks + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
  const notes = index.notes * share;
  return Math.log(1 + (index.notes - notes + 0.5) / (notes + 0.5));
}

/** Other words with the same stem: `sorting`, `sorted` for `sorts`. */
function findStems(index: SearchIndex, text: string): number[] {
  const words: number[] = [];
  const stemmed = stem(text);
  const root = utf8Of(rootOf(stemmed));
  if (root.length < 3) return words;
  let left = LIMITS.stems;
  findWords(index, root, root.length, (word, folded, length) => {
    if (length <= stemmed.length + MAX_ENDING) {
      const form = textOf(folded.subarray(0, length));
      if (form !== text && stem(form) === stemmed) words.push(word);
    }
    return --left > 0;
  });
  return words;
}

const MAX_ENDING = 8;

/** The word that two adjacent units form, in all its spellings; stop words need four letters or more. */
function findJoined(
  index: SearchIndex,
  unit: QueryUnit | undefined,
  next: QueryUnit | undefined,
): number[] {
  if (unit?.kind !== "word" || next?.kind !== "word") return [];
  if (next.position !== unit.position + 1) return [];
  const isLoose = [unit, next].some(({ stop, text }) => stop && text.length < 4);
  return isLoose ? [] : findExact(index, utf8Of(unit.text + next.text));
}

/** The words that a unit splits into: its parts if all of them occur, else the two of most similar length. */
function findSplit(index: SearchIndex, { text, parts }: QueryUnit): readonly string[] {
  const known = (word: string): boolean => {
    const first = findExact(index, utf8Of(word))[0];
    return first !== undefined && occurs(index, first) && !STOP_WORDS.has(word);
  };
  const isForm = (word: string): boolean => known(word) || findStems(index, word).length > 0;
  if (parts.length > 1 && parts.every(known)) return parts;
  const middle = text.length / 2;
  for (let away = middle % 1; middle - away >= 1; away++) {
    for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
      const halves = [text.slice(0, at), text.slice(at)];
      if (known(halves[0]!) && isForm(halves[1]!)) return halves;
    }
  }
  return [];
}
