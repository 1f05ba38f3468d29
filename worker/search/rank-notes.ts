import { fold } from "../contract/search/fold.ts";
import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { behindCode } from "./behind-code.ts";
import { behindNote } from "./behind-note.ts";
import { columnNumber } from "./column-number.ts";
import type { FoundNote } from "./found-note.ts";
import { isTitle } from "./is-title.ts";
import * as LIMITS from "./limits.ts";
import type { MatchTable } from "./match-table.ts";
import type { NoteFilter } from "./note-filter.ts";
import type { Query } from "./query.ts";
import * as RANKING from "./ranking.ts";
import { readField } from "./read-field.ts";
import type { SearchIndex } from "./search-index.ts";
import { selectBlocks } from "./select-blocks.ts";
import type { UnitMatches } from "./unit-matches.ts";
import { unitSet } from "./unit-set.ts";
import { utf8Of } from "./utf8-of.ts";
import { wordAt } from "./word-at.ts";

/** A note found, with what it is ranked by. */
export interface RankedNote extends FoundNote {
  /** By which notes are ordered, the greatest first. */
  readonly key: number;
  readonly score: number;
  /** The rarity of the units it holds. */
  readonly held: number;
}

/**
 * The notes that the units of a query lead to, the best first: an exact title, then notes that hold
 * every word, then the others; among these by score, and by route where that is equal. A note's score
 * is BM25F over its units, a share more for units that stand together as in the query, times a power
 * of the share of the query's rarity it holds.
 */
export function rankNotes(
  index: SearchIndex,
  query: Query,
  matches: UnitMatches,
  table: MatchTable,
  filter: NoteFilter,
): RankedNote[] {
  const { units } = query;
  const { rarities, spellings, cut } = matches;
  const required = unitSet(units, (unit) => unit.required);
  const whole = unitSet(units, (unit) => !unit.silent);
  const content = unitSet(units, ({ silent, stop }, u) => !silent && !stop && rarities[u] !== 0);
  const sure = content & unitSet(units, (_, u) => spellings[u] === undefined);
  const found: RankedNote[] = [];
  const sets = { required, whole, content, sure };
  const work: Work = { index, query, matches, table, filter, ...sets, found, held: 0 };
  const { isActive } = filter;
  const allows = isActive ? (block: number) => filter.allowsBlock(block) : undefined;
  const blocks = selectBlocks(index, required & ~cut, content & ~cut, SELECTED, allows);
  const perUnit = LIMITS.blocksPerUnit * units.length;
  const enough = Math.min(LIMITS.blocksForUnits, LIMITS.blocks + perUnit);
  const most = isActive ? LIMITS.blocksAtMost : LIMITS.blocksForMore;
  const titlePromise = promiseOfTitle(query) * rarityIn(whole & ~cut, rarities);
  const leastPromise = blocks === 0 ? 0 : RANKING.promiseCut * index.blockScores[SELECTED[0]!]!;
  beginReading(query);
  let titlesOnly = false;
  for (let read = 0; read < blocks; read++) {
    const block = SELECTED[read]!;
    const promise = index.blockScores[block]!;
    if (read >= (found.length < LIMITS.results ? most : enough)) {
      if (promise < titlePromise) break;
      titlesOnly = true;
    }
    // Blocks are in the order of promises but for those that hold every unit, which come first.
    if (read < LIMITS.blocksAnyway || promise >= leastPromise) readBlock(work, block, titlesOnly);
  }
  return strongest(work);
}

/** What the notes of a query are ranked by, and those found so far. Sets of units have a bit for each. */
interface Work {
  readonly index: SearchIndex;
  readonly query: Query;
  readonly matches: UnitMatches;
  readonly table: MatchTable;
  readonly filter: NoteFilter;
  /** The units without which a note is out. */
  readonly required: number;
  /** The units that an exact title holds. */
  readonly whole: number;
  /** Those of them that a note misses where it lacks them, ... */
  readonly content: number;
  /** ... and, of these, the ones that are found as they are spelled. */
  readonly sure: number;
  /** The titles that are what is asked for, once they are needed. */
  titles?: readonly Uint8Array[];
  /** The best notes, the greatest key first. */
  readonly found: RankedNote[];
  /** The greatest `held` of a note that was read. */
  held: number;
}

/** Reads the notes of a block, unless it can hold none that would stay. */
function readBlock(work: Work, block: number, titlesOnly: boolean): void {
  const { index, query, matches, table, filter, required, content } = work;
  const { rarities } = matches;
  const units = query.units.length;
  if (rarityIn(index.blockUnits[block]! & content, rarities) < RANKING.heldCut * work.held) return;
  const total = rarityIn(content, rarities);
  const first = block * INDEX_FORMAT.notesPerBlock;
  let at = columnNumber(index.blockOffsets, block);
  for (let note = first; note < first + INDEX_FORMAT.notesPerBlock && note < index.count; note++) {
    const start = at;
    if ((titlesOnly && !hasTitle(work, start)) || (filter.isActive && !filter.allows(note))) {
      at = behindNote(index, start);
      continue;
    }
    at = readNote(index, start, units, table);
    if (heldUnits === 0 || (heldUnits & required) !== required) continue;
    if (filter.isActive && !filter.fits(start)) continue;
    const held = rarityIn(heldUnits & content, rarities);
    const score = scoreOf(index, units, rarities, held, total);
    if (held > work.held) work.held = held;
    insert(work.found, { note, start, key: score + precedence(work, start), score, held });
  }
}

/** What a note has before others whatever their scores, of the note read last. */
function precedence(work: Work, start: number): number {
  const { query, whole, content, sure } = work;
  let ahead = 0;
  if ((heldUnits & sure) !== 0) ahead = SURE;
  if ((heldUnits & content) === content) ahead += WHOLE;
  if (whole !== 0 && (titleUnits & whole) === whole && hasTitle(work, start))
    ahead += fold(readField(work.index, start)) === query.folded ? 2 * EXACT : EXACT;
  return ahead;
}

function hasTitle(work: Work, start: number): boolean {
  work.titles ??= possibleTitles(work.query, work.matches);
  return work.titles.some((title) => isTitle(work.index, start, title));
}

/** The notes found but those that match only weakly beside the best. */
function strongest({ query, found, held }: Work): RankedNote[] {
  const best = found.reduce((most, { score }) => Math.max(most, score), 0);
  const least = (RANKING.cut * best) / Math.sqrt(query.units.length);
  return found.filter(
    (entry) => entry.key >= EXACT || (entry.score >= least && entry.held >= RANKING.heldCut * held),
  );
}

const SELECTED = new Uint32Array(LIMITS.blocksAtMost);

/**
 * What a block with a title of these words promises at least, for each unit; less by a step of
 * `selectBlocks`, in which blocks are in no order.
 */
function promiseOfTitle(query: Query): number {
  const words = query.words.length;
  return RANKING.promises[words === 1 ? 3 : words <= 3 ? 2 : 1]! - 0.008;
}

/** Above every score: 32 units of at most 16 each, twice. */
const SURE = 1024;
const WHOLE = 2 * SURE;
/** For the words of the title; twice, if the signs between them are what is asked for too. */
const EXACT = 2 * WHOLE;

/** What `readNote` saw: sums of weights by unit and field, ... */
const SUMS = new Float64Array(3 * LIMITS.units);
/** ... by unit, how often it stood behind the unit before it, by field weight, ... */
const TOGETHER = new Float64Array(LIMITS.units);
/** ... the fields' lengths, in tokens, ... */
const LENGTHS = new Float64Array(3);
/** ... the units the note holds, ... */
let heldUnits = 0;
/** ... and those that its title holds as they are. */
let titleUnits = 0;

/** Tokens read for the query at hand, and `FAR` for each field: what is older is not near. */
let clock = 0;
const FAR = 4096;
/** By unit: when it was last seen, ... */
const LAST_AT = new Int32Array(LIMITS.units);
/** ... when a link of it was, and which, ... */
const LINK_AT = new Int32Array(LIMITS.units);
const LINK = new Uint16Array(LIMITS.units);
/** ... and the best of its matches that are neither the word nor one of its stem, and when. */
const LOOSE = new Float64Array(LIMITS.units);
const LOOSE_AT = new Int32Array(LIMITS.units);
/** How far from the unit before it a unit may stand to be near it. */
const REACH = new Int32Array(LIMITS.units);

function beginReading(query: Query): void {
  clock = FAR;
  LAST_AT.fill(0);
  LINK_AT.fill(0);
  LOOSE_AT.fill(0);
  query.units.forEach(({ position }, u) => {
    REACH[u] = u === 0 ? 0 : 2 * (position - query.units[u - 1]!.position);
  });
}

/** Reads the note that begins at `start` of `text`; returns where the next one begins. */
function readNote(index: SearchIndex, start: number, units: number, table: MatchTable): number {
  const { text, marks, markedCodes } = index;
  const one = index.one | 0;
  const twoEnd = (one + index.two) | 0;
  let at = start | 0;
  let now = clock | 0;
  heldUnits = 0;
  titleUnits = 0;
  for (let field = 0; field < 3; field++) {
    const began = now;
    for (;;) {
      // Nearly all codes are of no interest: a loop for them alone, which the compiler makes tight.
      let code = text[at]! | 0;
      while (markedCodes[code] === 0) {
        // The width by arithmetic: where the next code begins is known sooner than from a table.
        at = (at + 1 + ((one - code) >>> 31) + ((twoEnd - code) >>> 31)) | 0;
        now = (now + 1) | 0;
        code = text[at]! | 0;
      }
      const from = at;
      at = behindCode(index, from) | 0;
      if (code === 0) break;
      now = (now + 1) | 0;
      const entry = marks[wordAt(index, from)]!;
      if (entry === 0) continue;
      if (heldUnits === 0) clearSums(units);
      count(table, entry, field, began, now);
    }
    LENGTHS[field] = now - began;
    now = (now + FAR) | 0;
  }
  clock = now;
  return at;
}

function clearSums(units: number): void {
  for (let i = 0; i < 3 * units; i++) SUMS[i] = 0;
  for (let i = 0; i < units; i++) TOGETHER[i] = 0;
}

/** Counts a word of a field that began at `began` for the units that it stands for. */
function count(table: MatchTable, first: number, field: number, began: number, now: number): void {
  const { entries, weight: weights, lastLink } = table;
  for (let next = first; next !== 0; ) {
    const entry = entries[next]!;
    const weight = weights[next]!;
    next = entry >>> 16;
    const unit = entry & 31;
    const role = (entry >>> 5) & 2047;
    if (role >= 2) {
      const follows = role === 2 || (LINK[unit] === role - 1 && now - LINK_AT[unit]! <= 2);
      if (!follows) continue;
      LINK[unit] = role;
      LINK_AT[unit] = now;
      if (role < lastLink[unit]!) continue;
    }
    heldUnits |= 1 << unit;
    if (field === 0 && role !== 1) titleUnits |= 1 << unit;
    if (weight >= RANKING.stem) SUMS[3 * unit + field]! += weight;
    else {
      const known = LOOSE_AT[unit]! > began ? LOOSE[unit]! : 0;
      if (weight > known) {
        SUMS[3 * unit + field]! += weight - known;
        LOOSE[unit] = weight;
        LOOSE_AT[unit] = now;
      }
    }
    if (unit > 0) {
      const distance = now - LAST_AT[unit - 1]!;
      if (distance > 0 && distance <= REACH[unit]!) TOGETHER[unit]! += RANKING.fields[field]!;
    }
    LAST_AT[unit] = now;
  }
}

function scoreOf(
  index: SearchIndex,
  units: number,
  rarities: Float64Array,
  held: number,
  total: number,
): number {
  let score = 0;
  for (let unit = 0; unit < units; unit++) {
    if ((heldUnits & (1 << unit)) === 0) continue;
    const rarity = rarities[unit]!;
    let weight = 0;
    for (let field = 0; field < 3; field++) {
      const sum = SUMS[3 * unit + field]!;
      if (sum === 0) continue;
      const slope = RANKING.lengths[field]!;
      const length = 1 - slope + (slope * LENGTHS[field]!) / index.averages[field]!;
      weight += (RANKING.fields[field]! * sum) / length;
    }
    score += rarity * saturated(weight);
    const together = TOGETHER[unit]!;
    if (together > 0) {
      const rarer = Math.min(rarity, rarities[unit - 1]!);
      score += RANKING.adjacent * rarer * saturated(together);
    }
  }
  if (held < total) score *= (held / total) ** RANKING.coverage;
  // Rounded, so that scores that differ by the order of their sums alone are equal.
  return Math.fround(score);
}

function saturated(weight: number): number {
  return weight / (weight + RANKING.saturation);
}

function rarityIn(units: number, rarities: Float64Array): number {
  let sum = 0;
  for (let rest = units, unit = 0; rest !== 0; rest >>>= 1, unit++) {
    if ((rest & 1) === 1) sum += rarities[unit]!;
  }
  return sum;
}

/** The words of a title that is what the query asks for, put together: some for a misspelled query. */
function possibleTitles({ units, words }: Query, { spellings }: UnitMatches): Uint8Array[] {
  let titles = [""];
  for (const word of words) {
    const spelled = spellings[units.findIndex(({ text }) => text === word)];
    const forms = spelled?.length ? spelled : [word];
    titles = titles.flatMap((title) => forms.map((form) => title + form));
    titles.length = Math.min(titles.length, LIMITS.spellings);
  }
  return titles.map((title) => utf8Of(title));
}

/** Keeps the best, sorted. Notes of one key come in the order of their numbers, that of routes. */
function insert(found: RankedNote[], entry: RankedNote): void {
  const full = found.length === LIMITS.results;
  if (full && !isBefore(entry, found[LIMITS.results - 1]!)) return;
  let at = full ? LIMITS.results - 1 : found.length;
  for (; at > 0 && isBefore(entry, found[at - 1]!); at--) found[at] = found[at - 1]!;
  found[at] = entry;
}

function isBefore(a: RankedNote, b: RankedNote): boolean {
  return a.key > b.key || (a.key === b.key && a.note < b.note);
}
