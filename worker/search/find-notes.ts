import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import * as LIMITS from "./limits.ts";
import { matchUnits } from "./match-units.ts";
import { columnNumber } from "./open-index.ts";
import { parseQuery, type Query } from "./parse-query.ts";
import { hasWord } from "./postings.ts";
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
import type { SearchEngine } from "./search-engine.ts";

/**
 * Finds the notes that match a search text, the best first, at most `LIMITS.results`:
 *
 * 1. analyze: the text is split into units, most of them words (`parseQuery`);
 * 2. look up: each unit is matched with words of the lexicon, whose posting lists name blocks of notes
 *    (`matchUnits`);
 * 3. select: the blocks with the highest estimated scores are the candidates (`Blocks`);
 * 4. score: each of their notes is read and ranked, and the best are kept (`NoteReader`, `rankNote`).
 *
 * A text that is exactly a title has no operators.
 */
export function findNotes(engine: SearchEngine, text: string): FoundNote[] {
  const { index } = engine;
  const query = parseQuery(text, index);
  if (!query.hasOperators) return run(engine, query, LIMITS.misspelled);
  const plain = parseQuery(text, index, false);
  // A title has only words of titles. This takes a quarter off the slowest query that is known.
  const isTitle =
    plain.words.every((word) => hasWord(index, word, 1)) &&
    run(engine, requiringAll(plain), 0).some(({ start }) => isText(engine, start, query));
  return run(engine, isTitle ? plain : query, LIMITS.misspelled);
}

/** Requires all units, none as the beginning of a word, because a note whose title is the text contains all of them. */
function requiringAll(query: Query): Query {
  return {
    ...query,
    units: query.units.map((unit) => ({ ...unit, operator: "required", last: false })),
  };
}

function run(engine: SearchEngine, query: Query, misspelled: number): FoundNote[] {
  const { units } = query;
  if (units.length === 0) return [];
  const unitMatches = matchUnits(engine, units, misspelled);
  if (!unitMatches.isCredible) return [];
  const plan = planOf(query, unitMatches);
  const fullyRead = ~unitMatches.cutUnits;
  const candidates = engine.blocks.select(
    plan.requiredUnits & fullyRead,
    plan.expectedUnits & fullyRead,
    LIMITS.maxBlocks,
  );
  if (candidates.length === 0) return [];
  engine.reader.begin(units.length, unitMatches.lastPositions);
  const titleEstimate =
    estimateOfTitle(query) * rarityIn(plan.rankedUnits & fullyRead, plan.rarities);
  return readBlocks(engine, plan, candidates, titleEstimate);
}

/**
 * Reads candidates, the highest estimates first. What is not read, and how many blocks a query of MDN, tldr, NPL and
 * Cranfield would read otherwise, instead of 17, 50, 88 and 68:
 *
 * ```text
 *     blocks after the first 16 a word, at most 96        38, 65, 220 and 75; costs MDN .004 of .941
 *         but not those that may hold an exact title      a title of common words is first all the same
 *     blocks with less than .35 of the best estimate      29, 80, 88 and 95; moves nothing by .001
 *         but not until a note is found                   a query that only these match finds them
 *     blocks after 65,536 matches                         bounds a query of many common words
 *     blocks after the first 256                          bounds titles of common words
 * ```
 *
 * @param titleEstimate blocks with at least this estimate may contain an exact title
 */
function readBlocks(
  engine: SearchEngine,
  plan: Plan,
  candidates: Uint32Array,
  titleEstimate: number,
): FoundNote[] {
  const { blocks, reader } = engine;
  const { units, hasOperators } = plan.query;
  const wanted = LIMITS.blocksPerUnit * units.filter(({ stop }) => !stop).length;
  const enough = hasOperators ? 2 * LIMITS.blocks : Math.min(wanted, LIMITS.blocks);
  const best = new BestNotes();
  for (let i = 0; i < candidates.length; i++) {
    const block = candidates[i]!;
    if (i >= enough && blocks.scores[block]! < titleEstimate) break;
    if (reader.matchesRead >= LIMITS.matchesRead) break;
    const isWeak = blocks.scores[block]! < RANKING.estimateCut * blocks.scores[candidates[0]!]!;
    if (!isWeak || best.isEmpty) readBlock(engine, block, plan, best);
  }
  return best.strongest(units.length);
}

/**
 * The lowest estimate, for each unit, of a block with a title of these words; minus one step of
 * `Blocks.select`, because blocks are not sorted within a step.
 */
function estimateOfTitle({ words }: Query): number {
  return RANKING.estimates[words.length === 1 ? 3 : words.length <= 3 ? 2 : 1]! - 0.008;
}

function readBlock(engine: SearchEngine, block: number, plan: Plan, best: BestNotes): void {
  const { index, reader } = engine;
  const { requiredUnits, excludedUnits, expectedUnits } = plan;
  const first = block * INDEX_FORMAT.notesPerBlock;
  const end = Math.min(first + INDEX_FORMAT.notesPerBlock, index.notes);
  let at = columnNumber(index.blockOffsets, block);
  for (let note = first; note < end; note++) {
    const start = at;
    at = reader.read(start);
    const { heldUnits } = reader;
    if (
      (heldUnits & (requiredUnits | expectedUnits)) === 0 ||
      (heldUnits & requiredUnits) !== requiredUnits ||
      (heldUnits & excludedUnits) !== 0
    )
      continue;
    best.add(rankNote(engine, note, start, plan));
  }
}

/** The best notes so far, by descending key, then by route. */
class BestNotes {
  readonly #notes: FoundNote[] = [];

  get isEmpty(): boolean {
    return this.#notes.length === 0;
  }

  add(entry: FoundNote): void {
    const notes = this.#notes;
    let at = Math.min(notes.length, LIMITS.results - 1);
    if (at < notes.length && !isBefore(entry, notes[at]!)) return;
    for (; at > 0 && isBefore(entry, notes[at - 1]!); at--) notes[at] = notes[at - 1]!;
    notes[at] = entry;
  }

  /** Leaves out the notes that match only weakly compared with the best. */
  strongest(units: number): FoundNote[] {
    const best = this.#notes.reduce((most, { score }) => Math.max(most, score), 0);
    const least = (RANKING.cut * best) / Math.sqrt(units);
    return this.#notes.filter(({ key, score }) => isTitle(key) || score >= least);
  }
}

function isBefore(a: FoundNote, b: FoundNote): boolean {
  return a.key > b.key || (a.key === b.key && a.note < b.note);
}
