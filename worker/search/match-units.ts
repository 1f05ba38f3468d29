import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { addBlocks, addBlocksOfAll, closeUnit } from "./blocks.ts";
import { findExact, findWords, readFolded, textOf, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { nearWords } from "./near-words.ts";
import type { SearchIndex } from "./open-index.ts";
import type { QueryUnit } from "./parse-query.ts";
import { compoundsAt, listOf, occurs } from "./postings.ts";
import * as RANKING from "./ranking.ts";
import { rootOf, stem } from "./stem.ts";
import { firstByteOf } from "./text.ts";

/**
 * Matches each unit of a query with words of the lexicon, and estimates the score of each block.
 *
 * A word matches itself; words with the same stem; the word it forms with its neighbor (`hash map`:
 * `hashmap`); the phrase it splits into (`hashmap`: `hash map`); its compounds; longer words that it is a
 * prefix of, if it is the last word or has no match so far; and, without any match, its nearest spellings.
 */
export function matchUnits(index: SearchIndex, units: readonly QueryUnit[]): void {
  // Operators first, because they must be obeyed. Stop words last, because they occur in nearly every block
  // and would use up the limit of postings.
  for (let turn = 0; turn < 3; turn++) {
    units.forEach((unit, u) => {
      if (turn === (unit.stop ? 2 : unit.operator === undefined ? 1 : 0))
        matchUnit(index, units, u);
    });
  }
}

function matchUnit(index: SearchIndex, units: readonly QueryUnit[], u: number): void {
  const { work } = index;
  const unit = units[u]!;
  const { known, trust } =
    unit.kind === "word" ? matchWord(index, units, u) : matchPhrase(index, unit, u);
  if (unit.operator === "excluded") return;
  if (work.postingsLeft === 0) work.cutUnits |= 1 << u;
  const isCut = (work.cutUnits & (1 << u)) !== 0;
  const touched = isCut ? index.blocks : work.touchedCount;
  const counts = unit.kind === "tag" ? 0 : unit.stop ? RANKING.stop : unit.times;
  if (touched > 0) {
    const rarity = rarityOf(index, (!isCut && known) || touched);
    // The last word may be complete or a prefix, so take the average of both rarities.
    const last = unit.last ? (rarity + rarityOf(index, touched)) / 2 : rarity;
    work.rarities[u] = last * counts * trust;
  }
  closeUnit(work, u, isCut ? 0 : work.rarities[u]!);
}

/** Number of blocks with a match other than prefixes and compounds, and confidence in the match, 0 to 1. */
interface Matched {
  readonly known: number;
  readonly trust: number;
}

/** Inverse document frequency. The number of notes is estimated from the number of blocks. */
function rarityOf(index: SearchIndex, blocks: number): number {
  const share = 1 - (1 - blocks / (index.blocks + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
  const notes = index.notes * share;
  return Math.log(1 + (index.notes - notes + 0.5) / (notes + 0.5));
}

function matchPhrase(index: SearchIndex, unit: QueryUnit, u: number): Matched {
  addPhrase(index, unit, unit.parts, u);
  return { known: index.work.touchedCount, trust: 1 };
}

function matchWord(index: SearchIndex, units: readonly QueryUnit[], u: number): Matched {
  const { work } = index;
  const unit = units[u]!;
  const key = utf8Of(unit.text);
  const exact = findExact(index, key);
  const blocksEnd = addWords(index, exact, u, 1);
  if (unit.stop) return { known: work.touchedCount, trust: 1 };
  addWords(index, findStems(index, unit.text), u, RANKING.stem);
  addWords(index, findJoined(index, units[u - 1], unit), u, 1);
  addWords(index, findJoined(index, unit, units[u + 1]), u, 1);
  if (work.touchedCount === 0) addPhrase(index, unit, findSplit(index, unit), u);
  const known = work.touchedCount;
  if (blocksEnd >= 0) {
    addWords(index, compoundsAt(index, blocksEnd, LIMITS.parts), u, RANKING.part);
  }
  if (unit.last || (work.touchedCount === 0 && key.length > 2)) addLonger(index, key, u);
  if (work.touchedCount > 0 || work.postingsLeft === 0) return { known, trust: 1 };
  return { known, trust: addNearWords(index, unit.text, u) };
}

/**
 * Adds words that each match a unit. Words with the same folded form share the first one's posting list.
 *
 * @returns where the first word's blocks end in `postings`, -1 if there are no words
 */
function addWords(
  index: SearchIndex,
  words: readonly number[],
  unit: number,
  weight: number,
): number {
  let end = -1;
  for (const word of words) {
    addMatch(index, word, unit, weight);
    const stopped = addBlocks(index, listOf(index, word), weight);
    if (end < 0) end = stopped;
  }
  return end;
}

/** Adds prefix matches: in titles only if the prefix has one or two letters, which too many words start with. */
function addLonger(index: SearchIndex, key: Uint8Array, unit: number): void {
  const inTitle = key.length < 3;
  let left = LIMITS.prefixes;
  findWords(index, key, key.length, (word, _, length) => {
    if (length === key.length) return true;
    addMatch(index, word, unit, RANKING.prefix, 0, inTitle);
    addBlocks(index, listOf(index, word), RANKING.prefix, inTitle ? 1 : 0);
    return --left > 0;
  });
}

/** Other words with the same stem: `sorting`, `sorted` for `sorts`. */
function findStems(index: SearchIndex, text: string): number[] {
  const words: number[] = [];
  const stemmed = stem(text);
  const root = utf8Of(rootOf(stemmed));
  if (root.length < 3) return words;
  let left = LIMITS.stems;
  findWords(index, root, root.length, (word, folded, length) => {
    if (length <= stemmed.length + LONGEST_ENDING) {
      const form = textOf(folded.subarray(0, length));
      if (form !== text && stem(form) === stemmed) words.push(word);
    }
    return --left > 0;
  });
  return words;
}

const LONGEST_ENDING = 8;

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
    return first !== undefined && occurs(index, first);
  };
  if (parts.length > 0 && parts.every(known)) return parts;
  const middle = text.length / 2;
  for (let away = middle % 1; middle - away >= 1; away++) {
    for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
      const halves = [text.slice(0, at), text.slice(at)];
      if (halves.every(known)) return halves;
    }
  }
  return [];
}

/** Adds a phrase, and the blocks with all of its words. The words of a tag match by stem too. */
function addPhrase(
  index: SearchIndex,
  { kind, operator }: QueryUnit,
  parts: readonly string[],
  unit: number,
): void {
  const words = parts.map((part) => findExact(index, utf8Of(part)));
  const lists = words.map((same) => (same.length === 0 ? [] : [listOf(index, same[0]!)]));
  if (kind === "tag") {
    parts.forEach((part, i) => {
      const stems = findStems(index, part);
      words[i]!.push(...stems);
      lists[i]!.push(...stems.map((word) => listOf(index, word)));
    });
    index.work.tagUnits |= 1 << unit;
  }
  if (words.length === 0 || words.some((same) => same.length === 0)) return;
  words.forEach((same, part) => {
    for (const word of same) addMatch(index, word, unit, 1, 1 << part);
  });
  index.work.lastPlace[unit] = 1 << (parts.length - 1);
  if (operator !== "excluded") addBlocksOfAll(index, lists);
}

/** Adds the nearest spellings of a word; returns the confidence that one of them is meant, 0 to 1. */
function addNearWords(index: SearchIndex, text: string, unit: number): number {
  const length = [...text].length;
  if (length <= 3 || index.work.misspelledLeft-- <= 0) return 1;
  const most = length < 8 ? 1 : 2;
  const near = nearWords(index, text, stemLength(text, length), most, LIMITS.spellings);
  const form = new Uint8Array(INDEX_FORMAT.mostWordBytes);
  near.forEach(({ word }, i) => {
    const folded = form.slice(0, readFolded(index, word, form));
    const end = addWords(index, findExact(index, folded), unit, 1);
    if (end >= 0) addWords(index, compoundsAt(index, end, LIMITS.parts), unit, RANKING.part);
    if (i === 0) index.work.spellings[unit] = textOf(folded);
  });
  return near.length === 0 ? 1 : RANKING.near / near[0]!.edits;
}

/** Number of characters of a word's stem if it is a prefix of four or more, else of the word. */
function stemLength(text: string, length: number): number {
  const stemmed = stem(text);
  return stemmed.length > 3 && text.startsWith(stemmed) ? Math.min(stemmed.length, length) : length;
}

/** Adds a match. A word matches a unit once, with its best weight; and a phrase once, at all its places. */
function addMatch(
  index: SearchIndex,
  word: number,
  unit: number,
  weight: number,
  places = 0,
  inTitle = false,
): void {
  const { work } = index;
  const { marks, entryUnit, entryWeight, entryPlaces, entryInTitle, nextEntry } = work;
  for (let entry = marks[word]!; entry !== 0; entry = nextEntry[entry]!) {
    if (entryUnit[entry] !== unit || (entryPlaces[entry] === 0) !== (places === 0)) continue;
    entryPlaces[entry]! |= places;
    if (weight > entryWeight[entry]!) {
      entryWeight[entry] = weight;
      entryInTitle[entry] = inTitle ? 1 : 0;
    }
    return;
  }
  if (work.entries === LIMITS.matches) return;
  const entry = ++work.entries;
  entryUnit[entry] = unit;
  entryWeight[entry] = weight;
  entryPlaces[entry] = places;
  entryInTitle[entry] = inTitle ? 1 : 0;
  nextEntry[entry] = marks[word]!;
  marks[word] = entry;
  work.markedCodes[firstByteOf(index, word)] = 1;
}
