import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { selectBlocks } from "./blocks.ts";
import { findExact, utf8Of } from "./lexicon.ts";
import * as LIMITS from "./limits.ts";
import { matchUnits } from "./match-units.ts";
import { columnNumber, type SearchIndex } from "./open-index.ts";
import { parseQuery, type Query } from "./parse-query.ts";
import {
  type FoundNote,
  isText,
  isTitle,
  type Plan,
  planOf,
  rankNote,
  rarityIn,
} from "./rank-note.ts";
import * as RANKING from "./ranking.ts";
import { readNote, TAG_END } from "./read-note.ts";
import { firstByteOf } from "./text.ts";

/**
 * Finds the notes that match a search text, the best first, at most `LIMITS.results`:
 *
 * 1. analyze: the text is split into units, most of them words (`parseQuery`);
 * 2. look up: each unit is matched with words of the lexicon, whose posting lists name blocks of notes
 *    (`matchUnits`);
 * 3. select: the blocks with the highest estimated scores are the candidates (`selectBlocks`);
 * 4. score: each of their notes is read and ranked, and the best are kept (`readNote`, `rankNote`).
 *
 * A text that is exactly a title has no operators.
 */
export function findNotes(index: SearchIndex, text: string): FoundNote[] {
  const knows = (word: string): boolean => findExact(index, utf8Of(word)).length > 0;
  const query = parseQuery(text, knows);
  if (!query.hasOperators) return run(index, query, LIMITS.misspelled);
  const plain = parseQuery(text, knows, false);
  const isTitle = run(index, requiringAll(plain), 0).some(({ start }) =>
    isText(index, start, query),
  );
  return run(index, isTitle ? plain : query, LIMITS.misspelled);
}

/** Requires all units, because a note whose title is the text contains all of them. */
function requiringAll(query: Query): Query {
  return { ...query, units: query.units.map((unit) => ({ ...unit, operator: "required" })) };
}

function run(index: SearchIndex, query: Query, misspelled: number): FoundNote[] {
  const { units } = query;
  if (units.length === 0) return [];
  index.work.begin(misspelled);
  matchUnits(index, units);
  return readBlocks(index, query);
}

function readBlocks(index: SearchIndex, query: Query): FoundNote[] {
  const { work } = index;
  const { units } = query;
  const plan = planOf(index, query);
  const { cutUnits } = work;
  const selected = selectBlocks(
    index,
    plan.required & ~cutUnits,
    plan.content & ~cutUnits,
    LIMITS.blocksAtMost,
  );
  if (selected.length === 0) return [];
  beginReading(index, query);
  const wanted = LIMITS.blocksPerUnit * units.filter(({ stop }) => !stop).length;
  const enough = query.hasOperators ? 2 * LIMITS.blocks : Math.min(wanted, LIMITS.blocks);
  const titleEstimate = estimateOfTitle(query) * rarityIn(plan.whole & ~cutUnits, work.rarities);
  const leastEstimate = RANKING.estimateCut * work.blockScores[selected[0]!]!;
  const best = new BestNotes(plan.total > 0);
  for (let i = 0; i < selected.length; i++) {
    const block = selected[i]!;
    const estimate = work.blockScores[block]!;
    if (i >= enough && estimate < titleEstimate) break;
    if (best.isDone || work.hits >= LIMITS.hits) break;
    // Blocks are in the order of their estimates, except that those with every unit come first.
    if (best.isEmpty || estimate >= leastEstimate) readBlock(index, block, plan, best);
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
 * The lowest estimate, for each unit, of a block with a title of these words; minus one step of
 * `selectBlocks`, because blocks are not sorted within a step.
 */
function estimateOfTitle({ words }: Query): number {
  return RANKING.estimates[words.length === 1 ? 3 : words.length <= 3 ? 2 : 1]! - 0.008;
}

function readBlock(index: SearchIndex, block: number, plan: Plan, best: BestNotes): void {
  const { work } = index;
  const { required, excluded } = plan;
  const units = plan.query.units.length;
  const first = block * INDEX_FORMAT.notesPerBlock;
  const end = Math.min(first + INDEX_FORMAT.notesPerBlock, index.notes);
  let at = columnNumber(index.blockOffsets, block);
  for (let note = first; note < end; note++) {
    const start = at;
    at = readNote(index, start, units);
    const { heldUnits } = work;
    if (heldUnits === 0 || (heldUnits & required) !== required || (heldUnits & excluded) !== 0)
      continue;
    best.add(rankNote(index, note, start, plan));
  }
}

/** The best notes so far, by descending key, then by route. */
class BestNotes {
  /** The highest `held` of any note. */
  held = 0;
  readonly #found: FoundNote[] = [];
  readonly #isRanked: boolean;

  /** @param isRanked whether notes have scores; otherwise the first ones are the best */
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

  /** Leaves out the notes that match only weakly compared with the best. */
  strongest(units: number): FoundNote[] {
    const best = this.#found.reduce((most, { score }) => Math.max(most, score), 0);
    const least = (RANKING.cut * best) / Math.sqrt(units);
    return this.#found.filter(
      ({ key, score, held }) =>
        isTitle(key) || (score >= least && held >= RANKING.heldCut * this.held),
    );
  }
}

function isBefore(a: FoundNote, b: FoundNote): boolean {
  return a.key > b.key || (a.key === b.key && a.note < b.note);
}
