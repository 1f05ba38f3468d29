import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import type { Blocks } from "./blocks.ts";
import { findExact, findWords, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import type { Matches } from "./matches.ts";
import { nearWords } from "./near-words.ts";
import type { SearchIndex } from "./open-index.ts";
import { type QueryUnit, STOP_WORDS } from "./parse-query.ts";
import { listOf, occurs } from "./postings.ts";
import * as RANKING from "./ranking.ts";
import type { SearchEngine } from "./search-engine.ts";
import { rootOf, stem } from "./stem.ts";

/** What is known of the units of a query. A set of units has a bit for each. */
export interface UnitMatches {
  /** By unit, its inverse document frequency times its weight; 0 if it has no match. */
  readonly rarities: Float64Array;
  /** By unit, its nearest spelling if it is misspelled. */
  readonly spellings: readonly (string | undefined)[];
  /** By unit, the bit of the last place in its phrase. */
  readonly lastPlaces: Int32Array;
  /** Units whose postings were not all read: any block may contain them. */
  readonly cutUnits: number;
}

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
  { index, matches, blocks }: SearchEngine,
  units: readonly QueryUnit[],
  misspelled: number,
): UnitMatches {
  matches.clear();
  blocks.clear();
  const matcher = new UnitMatcher(index, matches, blocks, units, misspelled);
  // Operators first, because they must be obeyed. Stop words last, because they occur in nearly every block
  // and would use up the limit of postings.
  for (let turn = 0; turn < 3; turn++) {
    units.forEach((unit, u) => {
      if (turn === (unit.stop ? 2 : unit.operator === undefined ? 1 : 0)) matcher.match(u);
    });
  }
  return matcher;
}

/** Number of blocks with a match other than prefixes, and confidence in the match, 0 to 1. */
interface Matched {
  readonly known: number;
  readonly trust: number;
}

class UnitMatcher implements UnitMatches {
  readonly rarities = new Float64Array(LIMITS.units);
  readonly spellings: (string | undefined)[] = [];
  readonly lastPlaces = new Int32Array(LIMITS.units);
  cutUnits = 0;
  readonly #index: SearchIndex;
  readonly #matches: Matches;
  readonly #blocks: Blocks;
  readonly #units: readonly QueryUnit[];
  #misspelledLeft: number;

  constructor(
    index: SearchIndex,
    matches: Matches,
    blocks: Blocks,
    units: readonly QueryUnit[],
    misspelled: number,
  ) {
    this.#index = index;
    this.#matches = matches;
    this.#blocks = blocks;
    this.#units = units;
    this.#misspelledLeft = misspelled;
  }

  match(u: number): void {
    const unit = this.#units[u]!;
    const blocks = this.#blocks;
    const { known, trust } =
      unit.kind === "word" ? this.#matchWord(unit, u) : this.#matchPhrase(unit, u);
    if (unit.operator === "excluded") return;
    const isCut = blocks.postingsLeft === 0;
    if (isCut) this.cutUnits |= 1 << u;
    const all = isCut ? this.#index.blocks : blocks.count;
    const counts = unit.kind === "tag" ? 0 : unit.stop ? RANKING.stop : unit.times;
    if (all > 0) {
      const rarity = rarityOf(this.#index, (!isCut && known) || all);
      // The last word may be complete or a prefix, so take the average of both rarities.
      const average = unit.last ? (rarity + rarityOf(this.#index, all)) / 2 : rarity;
      this.rarities[u] = average * counts * trust;
    }
    blocks.closeUnit(u, isCut ? 0 : this.rarities[u]!);
  }

  #matchPhrase(unit: QueryUnit, u: number): Matched {
    this.#addPhrase(unit, unit.parts, u);
    return { known: this.#blocks.count, trust: 1 };
  }

  #matchWord(unit: QueryUnit, u: number): Matched {
    const index = this.#index;
    const blocks = this.#blocks;
    const key = utf8Of(unit.text);
    this.#addWords(findExact(index, key), u, 1);
    if (unit.stop) return { known: blocks.count, trust: 1 };
    this.#addWords(findStems(index, unit.text), u, RANKING.stem);
    this.#addWords(findExact(index, utf8Of(`.${unit.text}`)), u, RANKING.stem);
    this.#addJoined(u, unit.text);
    if (blocks.count === 0) this.#addPhrase(unit, findSplit(index, unit), u);
    if (blocks.count === 0 && /..s$/.test(unit.text)) {
      // Words without a vowel, such as `VMs`, have no stem.
      this.#addWords(findExact(index, utf8Of(unit.text.slice(0, -1))), u, RANKING.stem);
    }
    const known = blocks.count;
    if (unit.last || (blocks.count === 0 && key.length > 2)) this.#addLonger(key, u);
    if (blocks.count > 0 || blocks.postingsLeft === 0) return { known, trust: 1 };
    return { known, trust: this.#addNearWords(u) };
  }

  /** Adds words that each match a unit. Words with the same folded form share the first one's posting list. */
  #addWords(words: readonly number[], unit: number, weight: number): void {
    for (const word of words) {
      this.#matches.add(word, unit, weight);
      this.#blocks.addList(this.#index.postings, listOf(this.#index, word), weight);
    }
  }

  /** Adds prefix matches. */
  #addLonger(key: Uint8Array, unit: number): void {
    const words: number[] = [];
    findWords(this.#index, key, key.length, (word, _, length) => {
      if (length > key.length) words.push(word);
      return words.length < LIMITS.prefixes;
    });
    this.#addWords(words, unit, RANKING.prefix);
  }

  /** Adds a phrase, and the blocks with all of its words. Quoted words match exactly, those of a tag or a split word by stem too. */
  #addPhrase({ kind, operator }: QueryUnit, parts: readonly string[], unit: number): void {
    const words = parts.map((part) => [
      ...findExact(this.#index, utf8Of(part)),
      ...(kind === "phrase" ? [] : findStems(this.#index, part)),
    ]);
    if (words.length === 0 || words.some((same) => same.length === 0)) return;
    const end = kind === "tag" ? [[this.#index.tagSeparator]] : [];
    const places = [...end, ...words, ...end];
    places.forEach((same, place) => {
      for (const word of same) this.#matches.add(word, unit, 1, 1 << place);
    });
    this.lastPlaces[unit] = 1 << (places.length - 1);
    if (operator === "excluded") return;
    const lists = words.map((same) => same.map((word) => listOf(this.#index, word)));
    this.#blocks.addPhrase(this.#index.postings, lists);
  }

  /** Adds the nearest spellings of a word; returns the confidence that one of them is meant, 0 to 1. */
  #addNearWords(u: number): number {
    const { text } = this.#units[u]!;
    if ([...text].length < MIN_MISSPELLED || this.#misspelledLeft-- <= 0) return 1;
    const alone = nearWords(this.#index, text);
    // `quik sort` may be a misspelled `quicksort`.
    const next = this.#units[u + 1];
    const isJoined = alone.length === 0 && next?.kind === "word" && next.operator === undefined;
    const near = isJoined ? nearWords(this.#index, text + next.text) : alone;
    for (const form of near) this.#addWords(findExact(this.#index, utf8Of(form)), u, 1);
    const [best] = near;
    if (best === undefined) return this.#addEnding(text, u);
    if (isJoined) return RANKING.near;
    this.spellings[u] = best;
    this.#addWords(findStems(this.#index, best), u, RANKING.stem);
    this.#addJoined(u, best);
    return RANKING.near;
  }

  /** Adds the longest known word that a word ends with, as in `onlanguagechange`. */
  #addEnding(text: string, u: number): number {
    for (let at = 1; text.length - at >= MIN_ENDING && this.#blocks.count === 0; at++) {
      this.#addWords(findExact(this.#index, utf8Of(text.slice(at))), u, 1);
    }
    return RANKING.near / 2;
  }

  /** Adds the words that a unit, if spelled like `text`, forms with the one before it and the one after. */
  #addJoined(u: number, text: string): void {
    const unit = { ...this.#units[u]!, text };
    this.#addWords(findJoined(this.#index, this.#units[u - 1], unit), u, 1);
    this.#addWords(findJoined(this.#index, unit, this.#units[u + 1]), u, 1);
  }
}

const MIN_MISSPELLED = 4;
const MIN_ENDING = 8;

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
