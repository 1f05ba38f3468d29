import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { BlockCollector } from "./block-collector.ts";
import { copyFolded } from "./copy-folded.ts";
import { findExact } from "./find-exact.ts";
import { findStems } from "./find-stems.ts";
import { findWords } from "./find-words.ts";
import { gapAt } from "./gap-at.ts";
import { gapWidth } from "./gap-width.ts";
import * as LIMITS from "./limits.ts";
import type { MatchTable } from "./match-table.ts";
import { nearWords } from "./near-words.ts";
import { postingOffset } from "./posting-offset.ts";
import type { QueryUnit } from "./query.ts";
import * as RANKING from "./ranking.ts";
import type { SearchIndex } from "./search-index.ts";
import type { UnitMatches } from "./unit-matches.ts";
import { utf8Of } from "./utf8-of.ts";

/**
 * Finds the words of the lexicon that stand for each unit of a query, and what each block promises.
 *
 * A unit is looked for as it is; by its stem; joined with its neighbor (`hash map`, `hashmap`); taken
 * apart (`hashmap`, `hash map`); as a part of a name; as the beginning of a longer word; and, if all
 * of that finds nothing, without its symbols and by its nearest spellings.
 *
 * @returns what is known of each unit
 */
export function matchUnits(
  index: SearchIndex,
  units: readonly QueryUnit[],
  table: MatchTable,
): UnitMatches {
  const rarities = new Float64Array(units.length);
  const blocks = new BlockCollector(index);
  const work: Work = {
    index,
    table,
    blocks,
    joined: [],
    misspelled: 0,
    rarities,
    spellings: [],
    cut: 0,
  };
  // Stop words last: they stand in nearly every block, and would leave no postings to the others.
  for (const stop of [false, true]) {
    units.forEach((unit, u) => {
      if (unit.stop !== stop) return;
      const common =
        unit.kind === "pair" ? matchPair(work, unit, u) : matchWord(work, unit, u, units);
      const isCut = (work.cut & (1 << u)) !== 0;
      const held = isCut ? index.blocks : common || blocks.count;
      if (held > 0) rarities[u] = rarityOf(index, held) * (stop ? RANKING.stop : unit.times);
      blocks.close(u, isCut || unit.silent ? 0 : rarities[u]!);
    });
  }
  return work;
}

interface Work extends UnitMatches {
  readonly index: SearchIndex;
  readonly table: MatchTable;
  readonly blocks: BlockCollector;
  /** The words that the unit before makes up with the one at hand. */
  joined: readonly number[];
  /** Words of the query whose nearest spellings were looked for. */
  misspelled: number;
  readonly spellings: (readonly string[])[];
  cut: number;
}

/** Both return in how many blocks the unit is more than a part or the beginning of a word. */
function matchPair(work: Work, unit: QueryUnit, u: number): number {
  work.joined = [];
  addChain(work, unit.links, u, 1);
  if (work.blocks.isSpent) work.cut |= 1 << u;
  return work.blocks.count;
}

function matchWord(work: Work, unit: QueryUnit, u: number, units: readonly QueryUnit[]): number {
  const { index, blocks } = work;
  const key = utf8Of(unit.text);
  const { exact, longer } = findBeginnings(index, unit, key);
  const joinedBefore = work.joined;
  work.joined = [];
  const wholesAt = add(work, exact, u, 0, 1);
  if (wholesAt >= 0 && blocks.isSpent) work.cut |= 1 << u;
  if (unit.stop || unit.fits === "exact") return blocks.count;
  add(work, findStems(index, key), u, 1, RANKING.stem);
  if (unit.fits === "stem") return blocks.count;

  work.joined = findJoined(index, unit, units[u + 1]);
  add(work, joinedBefore, u, 0, 1);
  add(work, work.joined, u, 0, 1);
  if (blocks.count <= RARE) addChain(work, findSplit(index, unit), u, RANKING.split);
  const common = blocks.count;

  add(work, findWholes(index, wholesAt), u, 1, RANKING.part);
  const weight = unit.last ? RANKING.prefix : RANKING.innerPrefix;
  for (const { word, length } of longer) {
    const more = length - key.length;
    add(work, [word], u, 1, (weight * key.length) / (key.length + RANKING.prefixLoss * more));
  }
  if (blocks.count > 0 || blocks.isSpent) return common;
  add(work, findExact(index, utf8Of(unit.text.replace(SYMBOLS, ""))), u, 1, RANKING.near);
  if (blocks.count === 0 && key.length > 3 && work.misspelled++ < LIMITS.misspelled) {
    work.spellings[u] = nearWords(index, key).map(({ word, distance, sameFirst }) => {
      const trust = sameFirst ? 1 : RANKING.nearFirst;
      const length = copyFolded(index, word, WORD);
      add(work, findExact(index, WORD, length), u, 0, (RANKING.near * trust) / distance);
      return TEXT.decode(WORD.subarray(0, length));
    });
  }
  return common;
}

/**
 * Words that stand for a unit. Of those of one folded form the first has the lists of all.
 *
 * @returns where the blocks of the first word end in `postings`, -1 if there is none
 */
function add(
  work: Work,
  words: readonly number[],
  unit: number,
  role: number,
  weight: number,
): number {
  let end = -1;
  for (const word of words) {
    work.table.add(work.index, word, unit, role, weight);
    const stopped = work.blocks.add(postingOffset(work.index, word), weight);
    if (end < 0) end = stopped;
  }
  return end;
}

const TEXT = new TextDecoder();
const SYMBOLS = /^\.|[+#*]+$/g;

/** A word in so few blocks may be the rarer way to write a compound. */
const RARE = 8;

const WORD = new Uint8Array(256);

/** Inverse document frequency, the number of notes guessed from the number of blocks. */
function rarityOf(index: SearchIndex, blocks: number): number {
  const share = 1 - (1 - blocks / (index.blocks + 0.5)) ** (1 / INDEX_FORMAT.notesPerBlock);
  const notes = index.count * share;
  return Math.log(1 + (index.count - notes + 0.5) / (notes + 0.5));
}

/** The words that are the unit, and those that begin with it, the frequent first. */
function findBeginnings(
  index: SearchIndex,
  unit: QueryUnit,
  key: Uint8Array,
): { exact: number[]; longer: { word: number; length: number }[] } {
  const exact: number[] = [];
  const longer: { word: number; length: number }[] = [];
  let most = unit.last ? LIMITS.prefixes : key.length < 3 ? 0 : LIMITS.innerPrefixes;
  if (unit.stop || unit.fits !== undefined) most = 0;
  findWords(index, key, key.length, (word, length) => {
    if (length === key.length) exact.push(word);
    else if (longer.length < most) longer.push({ word, length });
    else return false;
    return true;
  });
  return { exact, longer };
}

/** The words that a unit and the one behind it make up when written as one. */
function findJoined(index: SearchIndex, unit: QueryUnit, next: QueryUnit | undefined): number[] {
  if (next?.position !== unit.position + 1) return [];
  if (next.kind !== "word" || next.stop || next.fits !== undefined) return [];
  return findExact(index, utf8Of(unit.text + next.text));
}

/** The words that make up a unit: the parts of its name if all are known, else the most even two. */
function findSplit(index: SearchIndex, unit: QueryUnit): readonly string[] {
  const { text } = unit;
  if (unit.links.length > 0) {
    if (unit.links.every((link) => isFound(index, link))) return unit.links;
  }
  const middle = text.length / 2;
  for (let away = middle % 1; middle - away >= SHORTEST_HALF; away++) {
    for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
      const halves = [text.slice(0, at), text.slice(at)];
      if (halves.every((half) => isFound(index, half))) return halves;
    }
  }
  return [];
}

const SHORTEST_HALF = 3;

/** Whether a word occurs in a title, tag or summary. */
function isFound(index: SearchIndex, folded: string): boolean {
  const first = findExact(index, utf8Of(folded))[0];
  return (
    first !== undefined && index.postings[postingOffset(index, first)]! > INDEX_FORMAT.wholesFollow
  );
}

/** Adds the words of a chain, and the blocks that hold all of them. */
function addChain(work: Work, links: readonly string[], unit: number, weight: number): void {
  const { index, table, blocks } = work;
  const words = links.map((link) => findExact(index, utf8Of(link)));
  if (words.length === 0 || words.some((same) => same.length === 0)) return;
  blocks.addChain(
    words.map((same) => postingOffset(index, same[0]!)),
    weight,
  );
  words.forEach((same, link) => {
    for (const word of same) table.add(index, word, unit, 2 + link, weight);
  });
  table.lastLink[unit] = 1 + links.length;
}

/** The names that have a word as a part, given where its blocks end in `postings`. */
function findWholes(index: SearchIndex, start: number): number[] {
  const { postings } = index;
  const wholes: number[] = [];
  let at = start;
  if (at < 0 || postings[at++] !== INDEX_FORMAT.wholesFollow) return wholes;
  let word = -1;
  while (wholes.length < LIMITS.parts) {
    const gap = gapAt(postings, at);
    if (gap === 0) break;
    at += gapWidth(gap);
    word += gap;
    wholes.push(word);
  }
  return wholes;
}
