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
 * Finds the words of the lexicon that stand for each unit of a query, and what each block promises.
 *
 * A word is looked for as it is; by its stem; joined with its neighbor (`hash map`: `hashmap`); taken
 * apart (`hashmap`: `hash map`); as a part of a name; as the beginning of a longer word, if it is the
 * last or else found nowhere; and, if all of that finds nothing, by its nearest spellings.
 */
export function matchUnits(index: SearchIndex, units: readonly QueryUnit[]): void {
  // Operators first: they must be heeded. Stop words last: they stand in nearly every block, and would
  // leave no postings to the others.
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
    unit.kind === "word" ? matchWord(index, units, u) : matchRow(index, unit, u);
  if (unit.operator === "excluded") return;
  if (work.postingsLeft === 0) work.cutUnits |= 1 << u;
  const isCut = (work.cutUnits & (1 << u)) !== 0;
  const touched = isCut ? index.blocks : work.touchedCount;
  const counts = unit.kind === "tag" ? 0 : unit.stop ? RANKING.stop : unit.times;
  if (touched > 0) {
    const rarity = rarityOf(index, (!isCut && known) || touched);
    // The last word may be whole or the beginning of another: it is as rare as both on average.
    const last = unit.last ? (rarity + rarityOf(index, touched)) / 2 : rarity;
    work.rarities[u] = last * counts * trust;
  }
  closeUnit(work, u, isCut ? 0 : work.rarities[u]!);
}

/** In how many blocks a unit is more than a part or the beginning of a word, and how sure it is meant. */
interface Matched {
  readonly known: number;
  readonly trust: number;
}

/** Inverse document frequency, the number of notes guessed from the number of blocks. */
function rarityOf(index: SearchIndex, blocks: number): number {
  const share = 1 - (1 - blocks / (index.blocks + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
  const notes = index.notes * share;
  return Math.log(1 + (index.notes - notes + 0.5) / (notes + 0.5));
}

function matchRow(index: SearchIndex, unit: QueryUnit, u: number): Matched {
  addRow(index, unit, unit.links, u);
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
  if (work.touchedCount === 0) addRow(index, unit, findSplit(index, unit), u);
  const known = work.touchedCount;
  if (blocksEnd >= 0) {
    addWords(index, compoundsAt(index, blocksEnd, LIMITS.parts), u, RANKING.part);
  }
  if (unit.last || (work.touchedCount === 0 && key.length > 2)) addLonger(index, key, u);
  if (work.touchedCount > 0 || work.postingsLeft === 0) return { known, trust: 1 };
  return { known, trust: addNearWords(index, unit.text, u) };
}

/**
 * Words that stand for a unit by themselves. Of the words of one folded form the first has the list.
 *
 * @returns where the blocks of the first one end in `postings`, -1 if there is none
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

/** The words that go on from a word. Words of one or two letters begin too much: they do in titles alone. */
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

/** The words that have the stem of a word, but are not the word: `sorting`, `sorted` for `sorts`. */
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

/** The words that two units make up when written as one; a stop word takes part from four letters on. */
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

/** The words that make up a unit: the parts of its name if all occur, else the most even two. */
function findSplit(index: SearchIndex, { text, links }: QueryUnit): readonly string[] {
  const known = (word: string): boolean => {
    const first = findExact(index, utf8Of(word))[0];
    return first !== undefined && occurs(index, first);
  };
  if (links.length > 0 && links.every(known)) return links;
  const middle = text.length / 2;
  for (let away = middle % 1; middle - away >= 1; away++) {
    for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
      const halves = [text.slice(0, at), text.slice(at)];
      if (halves.every(known)) return halves;
    }
  }
  return [];
}

/** Adds words in a row, and the blocks that may hold them; a tag is found by the stems of its words too. */
function addRow(
  index: SearchIndex,
  { kind, operator }: QueryUnit,
  links: readonly string[],
  unit: number,
): void {
  const words = links.map((link) => findExact(index, utf8Of(link)));
  const lists = words.map((same) => (same.length === 0 ? [] : [listOf(index, same[0]!)]));
  if (kind === "tag") {
    links.forEach((link, i) => {
      const stems = findStems(index, link);
      words[i]!.push(...stems);
      lists[i]!.push(...stems.map((word) => listOf(index, word)));
    });
    index.work.tagUnits |= 1 << unit;
  }
  if (words.length === 0 || words.some((same) => same.length === 0)) return;
  words.forEach((same, link) => {
    for (const word of same) addMatch(index, word, unit, 1, 1 << link);
  });
  index.work.lastPlace[unit] = 1 << (links.length - 1);
  if (operator !== "excluded") addBlocksOfAll(index, lists);
}

/** Adds the nearest spellings of a word; returns how sure it is that one of them is meant. */
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

/** How many characters of a word are its stem, if that is its beginning and has four or more. */
function stemLength(text: string, length: number): number {
  const stemmed = stem(text);
  return stemmed.length > 3 && text.startsWith(stemmed) ? Math.min(stemmed.length, length) : length;
}

/** A word stands for a unit once, by its best weight; in a row once, at all its places. */
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
