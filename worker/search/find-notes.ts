import { fold } from "../contract/search/fold.ts";
import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { selectBlocks } from "./blocks.ts";
import { findExact, readFolded, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { matchUnits } from "./match-units.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";
import { parseQuery, type Query, type QueryUnit } from "./parse-query.ts";
import * as RANKING from "./ranking.ts";
import { readNote, TAG_END } from "./read-note.ts";
import { behindCode, firstByteOf, wordAt } from "./text.ts";
import { readText } from "./write-text.ts";

/** A note found: its number in the order of routes, where its title starts in `text`, what it is ranked by. */
export interface FoundNote {
  readonly note: number;
  readonly start: number;
  /** The score, and what comes before all scores. */
  readonly key: number;
  readonly score: number;
  /** The rarity of the units it holds. */
  readonly held: number;
}

/**
 * The notes that a search text finds, the best first, at most `LIMITS.results`:
 *
 * 1. analyze: the text becomes units, most of them words (`parseQuery`);
 * 2. look up: each unit becomes words of the lexicon, and these the blocks of notes they occur in
 *    (`matchUnits`);
 * 3. select: the blocks that promise the most (`selectBlocks`);
 * 4. score: each of their notes is read, and the best are kept (`scoreBlocks`).
 *
 * A text that is a title, sign for sign, has no operators.
 */
export function findNotes(index: SearchIndex, text: string): FoundNote[] {
  const knows = (word: string): boolean => findExact(index, utf8Of(word)).length > 0;
  const query = parseQuery(text, knows);
  if (query.operates) {
    const plain = run(index, parseQuery(text, knows, false), 0);
    if (plain.some(({ start }) => isText(index, start, query))) return plain;
  }
  return run(index, query, LIMITS.misspelled);
}

/** Whether a title is the text, sign for sign. */
function isText(index: SearchIndex, start: number, { folded }: Query): boolean {
  return fold(readText(index, start)) === folded;
}

function run(index: SearchIndex, query: Query, misspelled: number): FoundNote[] {
  const { units } = query;
  if (units.length === 0) return [];
  index.work.begin(misspelled);
  matchUnits(index, units);
  return scoreBlocks(index, query);
}

/** Sets of units, a bit for each, and what else stays the same from note to note. */
interface Aims {
  readonly query: Query;
  readonly required: number;
  readonly excluded: number;
  /** The units that a note misses where it lacks them. */
  readonly content: number;
  /** Those of them that are found as they are spelled. */
  readonly sure: number;
  /** The units that an exact title holds. */
  readonly whole: number;
  /** Those of them that are complete: the last one may be the beginning of a word. */
  readonly complete: number;
  /** The rarity of all of `content`. */
  readonly total: number;
  /** What a title must be to be what is asked for: its words without anything between them. */
  readonly title: Uint8Array;
}

function aimsOf({ work }: SearchIndex, query: Query): Aims {
  const { units } = query;
  const setOf = (isIn: (unit: QueryUnit, u: number) => boolean): number =>
    units.reduce((set, unit, u) => (isIn(unit, u) ? set | (1 << u) : set), 0);
  const ranks = (unit: QueryUnit): boolean => unit.kind !== "tag" && unit.operator !== "excluded";
  const content = setOf((unit, u) => ranks(unit) && !unit.stop && work.rarities[u] !== 0);
  const spelled = query.words.map((word) => {
    const u = units.findIndex(({ text }) => text === word);
    return work.spellings[u] ?? word;
  });
  return {
    query,
    required: setOf(({ operator }) => operator === "required"),
    excluded: setOf(({ operator }) => operator === "excluded"),
    content,
    sure: content & setOf((_, u) => work.spellings[u] === undefined),
    whole: setOf(ranks),
    complete: setOf((unit) => ranks(unit) && !unit.last),
    total: rarityIn(content, work.rarities),
    title: utf8Of(spelled.join("")),
  };
}

function scoreBlocks(index: SearchIndex, query: Query): FoundNote[] {
  const { work } = index;
  const { units } = query;
  const aims = aimsOf(index, query);
  const { cutUnits } = work;
  const selected = selectBlocks(
    index,
    aims.required & ~cutUnits,
    aims.content & ~cutUnits,
    LIMITS.blocksAtMost,
  );
  if (selected.length === 0) return [];
  beginReading(index, query);
  const wanted = LIMITS.blocksPerUnit * (units.length + 1);
  const enough = query.operates ? LIMITS.blocksAtMost : Math.min(wanted, LIMITS.blocks);
  const titlePromise = promiseOfTitle(query) * rarityIn(aims.whole & ~cutUnits, work.rarities);
  const leastPromise = RANKING.promiseCut * work.blockScores[selected[0]!]!;
  const best = new BestNotes(aims.total > 0);
  for (let i = 0; i < selected.length; i++) {
    const block = selected[i]!;
    const promise = work.blockScores[block]!;
    if (i >= enough && promise < titlePromise) break;
    if (best.isDone || work.hits >= LIMITS.hits) break;
    // Blocks are in the order of promises but for those that hold every unit, which come first.
    if (best.isEmpty || promise >= leastPromise) readBlock(index, block, aims, best);
  }
  return best.strongest(units.length);
}

function beginReading(index: SearchIndex, { units }: Query): void {
  const { work, tagSeparator } = index;
  units.forEach(({ position }, u) => {
    work.reach[u] = u === 0 ? 0 : 2 * (position - units[u - 1]!.position);
  });
  if (work.tagUnits === 0) return;
  work.marks[tagSeparator] = TAG_END;
  work.markedCodes[firstByteOf(index, tagSeparator)] = 1;
}

/**
 * What a block with a title of these words promises at least, for each unit; less by a step of
 * `selectBlocks`, in which blocks are in no order.
 */
function promiseOfTitle({ words }: Query): number {
  return RANKING.promises[words.length === 1 ? 3 : words.length <= 3 ? 2 : 1]! - 0.008;
}

function readBlock(index: SearchIndex, block: number, aims: Aims, best: BestNotes): void {
  const { work } = index;
  const { required, excluded, content, total } = aims;
  const units = aims.query.units.length;
  const first = block * INDEX_FORMAT.notesPerBlock;
  const end = Math.min(first + INDEX_FORMAT.notesPerBlock, index.notes);
  let at = columnNumber(index.blockOffsets, block);
  for (let note = first; note < end; note++) {
    const start = at;
    at = readNote(index, start, units);
    const { heldUnits } = work;
    if (heldUnits === 0 || (heldUnits & required) !== required || (heldUnits & excluded) !== 0)
      continue;
    const held = rarityIn(heldUnits & content, work.rarities);
    const score = scoreOf(index, units, held, total);
    best.add({ note, start, key: keyOf(index, start, score, aims), score, held });
  }
}

/**
 * What the note read last is ordered by: an exact title, then titles that start with the text, the
 * shortest first, so that a title stays first while it is typed; then notes that hold every word, then
 * those that hold some as they are; among these by score.
 */
function keyOf(index: SearchIndex, start: number, score: number, aims: Aims): number {
  const { heldUnits, titleUnits } = index.work;
  if (titleUnits !== 0 && (titleUnits & aims.complete) === aims.complete) {
    const length = titleLength(index, start, aims.title);
    if (length > aims.title.length) return TITLE_START - length;
    if (length > 0) {
      return score + (isText(index, start, aims.query) ? 2 * EXACT : EXACT);
    }
  }
  const whole = (heldUnits & aims.content) === aims.content ? WHOLE : 0;
  return score + whole + ((heldUnits & aims.sure) !== 0 ? SURE : 0);
}

/** Above every score: 32 units of at most 16 each, twice. */
const SURE = 1024;
const WHOLE = 2 * SURE;
/** Above both, less the length of a title: titles are at most so long that this holds. */
const TITLE_START = 2 ** 24;
/** For the words of the title; twice, if the signs between them are what is asked for too. */
const EXACT = 2 ** 25;

/** The length in bytes of the title at `start`, folded, if it starts with `key`; else 0. */
function titleLength(index: SearchIndex, start: number, key: Uint8Array): number {
  const { text } = index;
  const word = index.work.folded;
  let length = 0;
  for (let at = start; text[at] !== 0; at = behindCode(index, at)) {
    const more = readFolded(index, wordAt(index, at), word);
    for (let i = 0; i < more && length + i < key.length; i++) {
      if (word[i] !== key[length + i]) return 0;
    }
    length += more;
  }
  return length >= key.length ? length : 0;
}

/** BM25F, a share more for units that stand together as in the query, times a power of what is held. */
function scoreOf(
  { work, averages }: SearchIndex,
  units: number,
  held: number,
  total: number,
): number {
  const { sums, together, lengths, rarities, heldUnits } = work;
  let score = 0;
  for (let unit = 0; unit < units; unit++) {
    if ((heldUnits & (1 << unit)) === 0) continue;
    const rarity = rarities[unit]!;
    let weight = 0;
    for (let field = 0; field < 3; field++) {
      const sum = sums[3 * unit + field]!;
      if (sum === 0) continue;
      const slope = RANKING.lengths[field]!;
      const length = 1 - slope + (slope * lengths[field]!) / averages[field]!;
      weight += (RANKING.fields[field]! * sum) / length;
    }
    score += rarity * saturated(weight);
    if (together[unit]! > 0) {
      score += RANKING.adjacent * rarity * saturated(together[unit]!);
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

/** The best notes so far, the greatest key first; notes of one key in the order of routes. */
class BestNotes {
  /** The greatest `held` of a note. */
  held = 0;
  readonly #found: FoundNote[] = [];
  readonly #isRanked: boolean;

  /** @param isRanked whether notes have scores; without, the first that fit are the best */
  constructor(isRanked: boolean) {
    this.#isRanked = isRanked;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  get isFull(): boolean {
    return this.#found.length === LIMITS.results;
  }

  get isDone(): boolean {
    return this.isFull && !this.#isRanked;
  }

  add(entry: FoundNote): void {
    const found = this.#found;
    if (entry.held > this.held) this.held = entry.held;
    if (this.isFull && !isBefore(entry, found[LIMITS.results - 1]!)) return;
    let at = this.isFull ? LIMITS.results - 1 : found.length;
    for (; at > 0 && isBefore(entry, found[at - 1]!); at--) found[at] = found[at - 1]!;
    found[at] = entry;
  }

  /** Without the notes that match only weakly beside the best. */
  strongest(units: number): FoundNote[] {
    const best = this.#found.reduce((most, { score }) => Math.max(most, score), 0);
    const least = (RANKING.cut * best) / Math.sqrt(units);
    return this.#found.filter(
      ({ key, score, held }) =>
        key > 2 * WHOLE || (score >= least && held >= RANKING.heldCut * this.held),
    );
  }
}

function isBefore(a: FoundNote, b: FoundNote): boolean {
  return a.key > b.key || (a.key === b.key && a.note < b.note);
}
