import { fold } from "../contract/search/fold.ts";
import { readFolded, utf8Of } from "./lexicon.ts";
import type { UnitMatches } from "./match-units.ts";
import { type Query, type QueryUnit, VERSUS } from "./parse-query.ts";
import * as RANKING from "./ranking.ts";
import type { SearchEngine } from "./search-engine.ts";
import { nextCode, wordAt } from "./text.ts";

/** A note that matches: its number in route order, where its title starts in `text`, what it is ranked by. */
export interface FoundNote {
  readonly note: number;
  readonly start: number;
  /** The sort key: the score, plus what outweighs any score. */
  readonly key: number;
  readonly score: number;
}

/** How the notes of a query are selected and ranked. A set of units has a bit for each. */
export interface Plan {
  readonly query: Query;
  /** By unit, its rarity. */
  readonly rarities: Float64Array;
  readonly requiredUnits: number;
  readonly excludedUnits: number;
  /** The units that a note is expected to contain: a note without one of them ranks lower. */
  readonly expectedUnits: number;
  /** The units that notes are ranked by, and that an exact title contains. */
  readonly rankedUnits: number;
  /** Those of `rankedUnits` that are complete words: all but the last one, which may be a prefix. */
  readonly completeUnits: number;
  /** The expected units of either side of a comparison, such as `array vs linked list`; else none. */
  readonly sides: readonly number[];
  /** Total rarity of `expectedUnits`. */
  readonly total: number;
  /** The words of an exact title, folded, with nothing between them. */
  readonly title: Uint8Array;
}

export function planOf(query: Query, { rarities, spellings }: UnitMatches): Plan {
  const { units } = query;
  const setOf = (isIn: (unit: QueryUnit, u: number) => boolean): number =>
    units.reduce((set, unit, u) => (isIn(unit, u) ? set | (1 << u) : set), 0);
  const ranks = (unit: QueryUnit): boolean => unit.kind !== "tag" && unit.operator !== "excluded";
  const expectedUnits = setOf((unit, u) => ranks(unit) && !unit.stop && rarities[u] !== 0);
  const versus = units.find(({ text }) => VERSUS.includes(text))?.position ?? 0;
  const before = expectedUnits & setOf(({ position }) => position < versus);
  const after = expectedUnits & setOf(({ position }) => position > versus);
  const titleWords = query.words.map((word) => {
    const u = units.findIndex(({ text }) => text === word);
    return spellings[u] ?? word;
  });
  return {
    query,
    rarities,
    requiredUnits: setOf(({ operator }) => operator === "required"),
    excludedUnits: setOf(({ operator }) => operator === "excluded"),
    expectedUnits,
    rankedUnits: setOf(ranks),
    completeUnits: setOf((unit) => ranks(unit) && !unit.last),
    sides: before === 0 || after === 0 ? [] : [before, after],
    total: rarityIn(expectedUnits, rarities),
    title: utf8Of(titleWords.join("")),
  };
}

/** Ranks the note that was read last. */
export function rankNote(engine: SearchEngine, note: number, start: number, plan: Plan): FoundNote {
  const isCovered = coversTitle(engine, start);
  const score = scoreOf(engine, plan) * (isCovered ? RANKING.wholeTitle : 1);
  return { note, start, key: keyOf(engine, start, score, plan, isCovered), score };
}

/**
 * The sort key of the note read last, by the first line that holds; notes of one line are ordered by score. Of the
 * titles that start with the text, those that start with a sign or a word of at most three letters come first, then
 * the shortest: an order that does not depend on the text, so that a title stays first while it is being typed.
 *
 * ```text
 *     the title                                            for example                  key
 *     is the text                                          `tcp/ip`: TCP/IP             2 * EXACT
 *     has the words of the text and no others              `tcp ip`: TCP/IP             EXACT
 *     has them in other forms or in another order          `heaps`: Heap                SAME_WORDS
 *     starts with the text                                 `ci`: CI/CD, CIDR            SAME_WORDS - length
 *     is a side of a comparison, or holds both             `stack vs heap`: Heap        SAME_WORDS
 *     is any, and the note has every expected word         `borrow checker`: Rust       WHOLE
 *     is any                                                                            0
 * ```
 */
function keyOf(
  engine: SearchEngine,
  start: number,
  score: number,
  plan: Plan,
  isCovered: boolean,
): number {
  const { index, reader } = engine;
  const { heldUnits, titleUnits } = reader;
  const isIn = (units: number): boolean => (titleUnits & units) === units;
  if (titleUnits !== 0 && isIn(plan.completeUnits)) {
    const length = titleLength(engine, start, plan.title);
    if (length === plan.title.length)
      return score + (isText(engine, start, plan.query) ? 2 * EXACT : EXACT);
    if (isCovered && isIn(plan.rankedUnits)) return score + SAME_WORDS;
    const isLong = readFolded(index, wordAt(index, start), reader.word) > MAX_SHORT;
    if (length > 0) return SAME_WORDS - length - (isLong ? LONG : 0);
  }
  const [one = -1, other = -1] = plan.sides;
  if (isCovered ? isIn(one) || isIn(other) : isIn(one | other)) return score + SAME_WORDS;
  return (heldUnits & plan.expectedUnits) === plan.expectedUnits ? score + WHOLE : score;
}

/** Above every score: 32 units of at most 16 each. */
const WHOLE = 2 ** 10;
const SAME_WORDS = 2 ** 24;
const EXACT = 2 ** 25;
/** More than the length of a title. */
const LONG = 2 ** 20;
const MAX_SHORT = 3;

/** Whether a note with this key ranks first because of its title. */
export function isTitle(key: number): boolean {
  return key > 2 * WHOLE;
}

/** Length in bytes of the title at `start`, folded, if it starts with `key`; else 0. */
function titleLength({ index, reader }: SearchEngine, start: number, key: Uint8Array): number {
  const { word } = reader;
  let length = 0;
  for (let at = start; index.text[at] !== 0; at = nextCode(index, at)) {
    const more = readFolded(index, wordAt(index, at), word);
    for (let i = 0; i < more && length + i < key.length; i++) {
      if (word[i] !== key[length + i]) return 0;
    }
    length += more;
  }
  return length >= key.length ? length : 0;
}

/** Whether the query has every word of the title at `start`, in some form. */
function coversTitle({ index, matches, reader }: SearchEngine, start: number): boolean {
  if (reader.titleUnits === 0) return false;
  for (let at = start; index.text[at] !== 0; at = nextCode(index, at)) {
    const word = wordAt(index, at);
    if (word >= index.separators && !matches.hasForm(word)) return false;
  }
  return true;
}

/** BM25F plus a bonus for adjacent words, times a power of the share of the query's rarity that the note contains. */
function scoreOf(
  { index, reader }: SearchEngine,
  { rarities, expectedUnits, rankedUnits, total }: Plan,
): number {
  const { sums, adjacent, lengths, heldUnits } = reader;
  let score = 0;
  for (let rest = heldUnits & rankedUnits; rest !== 0; rest &= rest - 1) {
    const unit = 31 - Math.clz32(rest & -rest);
    let weight = 0;
    for (let field = 0; field < 3; field++) {
      const sum = sums[3 * unit + field]!;
      if (sum === 0) continue;
      const slope = RANKING.lengths[field]!;
      const length = 1 - slope + (slope * lengths[field]!) / index.averages[field]!;
      weight += (RANKING.fields[field]! * sum) / length;
    }
    const together = adjacent[unit]!;
    score +=
      rarities[unit]! *
      (weight / (weight + RANKING.saturation) +
        (RANKING.adjacent * together) / (together + RANKING.saturation));
  }
  const heldRarity = rarityIn(heldUnits & expectedUnits, rarities);
  if (heldRarity < total) score *= (heldRarity / total) ** RANKING.coverage;
  // Rounded, so that scores that differ only in the order of addition are equal.
  return Math.fround(score);
}

export function rarityIn(units: number, rarities: Float64Array): number {
  let sum = 0;
  for (let rest = units, unit = 0; rest !== 0; rest >>>= 1, unit++) {
    if ((rest & 1) === 1) sum += rarities[unit]!;
  }
  return sum;
}

/** Whether the title at `start` is exactly the text, except for case and accents. */
export function isText({ texts }: SearchEngine, start: number, { foldedText }: Query): boolean {
  return fold(texts.read(start)) === foldedText;
}
