import { fold } from "../contract/search/fold.ts";
import { readFolded, utf8Of } from "./lexicon.ts";
import type { SearchIndex } from "./open-index.ts";
import type { Query, QueryUnit } from "./parse-query.ts";
import * as RANKING from "./ranking.ts";
import { behindCode, wordAt } from "./text.ts";
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

/** Sets of units, a bit for each, and what else stays the same from note to note. */
export interface Aims {
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

export function aimsOf({ work }: SearchIndex, query: Query): Aims {
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

/** Ranks the note that was read last. */
export function rankNote(index: SearchIndex, note: number, start: number, aims: Aims): FoundNote {
  const { work } = index;
  const held = rarityIn(work.heldUnits & aims.content, work.rarities);
  const score = scoreOf(index, aims.query.units.length, held, aims.total);
  return { note, start, key: keyOf(index, start, score, aims), score, held };
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

/** Whether a note with this key was found by its title alone. */
export function isTitle(key: number): boolean {
  return key > 2 * WHOLE;
}

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

export function rarityIn(units: number, rarities: Float64Array): number {
  let sum = 0;
  for (let rest = units, unit = 0; rest !== 0; rest >>>= 1, unit++) {
    if ((rest & 1) === 1) sum += rarities[unit]!;
  }
  return sum;
}

/** Whether a title is the text, sign for sign. */
export function isText(index: SearchIndex, start: number, { folded }: Query): boolean {
  return fold(readText(index, start)) === folded;
}
