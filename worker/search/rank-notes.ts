import { fold } from "../contract/search/fold.ts";
import { INDEX_FORMAT } from "../contract/search/index-format.ts";
import { behindNote } from "./behind-note.ts";
import type { FoundNote } from "./found-note.ts";
import { isTitle } from "./is-title.ts";
import { LIMITS } from "./limits.ts";
import type { MatchTable } from "./match-table.ts";
import type { NoteFilter } from "./note-filter.ts";
import type { Query } from "./query.ts";
import { RANKING } from "./ranking.ts";
import { readField } from "./read-field.ts";
import type { SearchIndex } from "./search-index.ts";
import { selectBlocks } from "./select-blocks.ts";

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
  rarities: Float64Array,
  table: MatchTable,
  filter: NoteFilter,
): RankedNote[] {
  const { units } = query;
  let required = 0;
  let content = 0;
  let whole = 0;
  let total = 0;
  units.forEach((unit, u) => {
    if (unit.required) required |= 1 << u;
    if (unit.silent) return;
    whole |= 1 << u;
    if (unit.stop || rarities[u] === 0) return;
    content |= 1 << u;
    total += rarities[u]!;
  });
  const perBlock = INDEX_FORMAT.notesPerBlock;
  const blocks = selectBlocks(index, required, content, (block) =>
    filter.allowsSome(block * perBlock, Math.min(index.count, (block + 1) * perBlock)),
  );
  const enough = Math.min(
    LIMITS.blocksForUnits,
    LIMITS.blocks + LIMITS.blocksPerUnit * units.length,
  );
  const most = filter.isActive ? LIMITS.blocksAtMost : LIMITS.blocksForMore;
  const exactPromise = promiseOfTitle(query) * rarityIn(whole, rarities);
  const leastPromise =
    blocks.length === 0 ? 0 : RANKING.promiseCut * index.blockScores[blocks[0]!]!;
  const found: RankedNote[] = [];
  const title = UTF8.encode(query.words.join(""));
  let mostHeld = 0;
  let titlesOnly = false;
  for (let read = 0; read < blocks.length && read < LIMITS.blocksAtMost; read++) {
    const block = blocks[read]!;
    if (read >= (found.length < LIMITS.results ? most : enough)) {
      if (index.blockScores[block]! < exactPromise) break;
      titlesOnly = true;
    }
    if (rarityIn(index.blockUnits[block]! & content, rarities) < RANKING.heldCut * mostHeld)
      continue;
    // Blocks are in the order of promises but for those that hold every unit, which come first.
    if (read >= LIMITS.blocksAnyway && index.blockScores[block]! < leastPromise) continue;
    const first = block * perBlock;
    let at = index.blockOffsets[block]!;
    for (let note = first; note < first + perBlock && note < index.count; note++) {
      const start = at;
      if ((titlesOnly && !isTitle(index, start, title)) || !filter.allows(note)) {
        at = behindNote(index, start);
        continue;
      }
      at = readNote(index, at, query, table);
      if (heldUnits === 0 || (heldUnits & required) !== required) continue;
      if (!filter.fits(start)) continue;
      const held = rarityIn(heldUnits & content, rarities);
      const score = scoreOf(index, units.length, rarities, held, total);
      if (held > mostHeld) mostHeld = held;
      let key = score;
      if ((heldUnits & content) === content) key += WHOLE;
      if (whole !== 0 && (titleUnits & whole) === whole)
        key += exactness(index, start, query, title) * EXACT;
      insert(found, { note, start, key, score, held });
    }
  }
  const bestScore = found.reduce((best, entry) => Math.max(best, entry.score), 0);
  return found.filter(
    (entry) =>
      entry.key >= EXACT ||
      (entry.score >= (RANKING.cut * bestScore) / Math.sqrt(units.length) &&
        entry.held >= RANKING.heldCut * mostHeld),
  );
}

/** What a block with a title of these words promises at least, for each unit; a little less, for rounding. */
function promiseOfTitle(query: Query): number {
  const words = query.words.length;
  return 0.999 * RANKING.promises[words === 1 ? 3 : words <= 3 ? 2 : 1]!;
}

/** Above every score: 32 units of at most 16 each, twice. */
const WHOLE = 1024;
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

const LAST_AT = new Int32Array(LIMITS.units);
const LINK_AT = new Int32Array(LIMITS.units);
const LINK = new Uint8Array(LIMITS.units);
/** By unit, the best of its matches in the field that are neither the word nor one of its stem. */
const LOOSE = new Float64Array(LIMITS.units);

/** Reads the note that begins at `start` of `text`; returns where the next one begins. */
function readNote(index: SearchIndex, start: number, query: Query, table: MatchTable): number {
  const { text, marks, markedCodes, codeWidths, one, two } = index;
  const twoEnd = one + two;
  const { length } = query.units;
  let at = start;
  heldUnits = 0;
  titleUnits = 0;
  for (let field = 0; field < 3; field++) {
    let position = 0;
    let isNewField = true;
    for (;;) {
      const code = text[at]!;
      const width = codeWidths[code]!;
      at += width;
      // Nearly all codes are of no interest: one branch for them, and that one foreseen.
      if (markedCodes[code] === 0) {
        position++;
        continue;
      }
      if (code === 0) break;
      let word = code - 1;
      if (width === 2) word = one + (code - one - 1) * 255 + text[at - 1]! - 1;
      else if (width === 3) {
        word = (code - twoEnd - 1) * 65025 + (text[at - 2]! - 1) * 255 + text[at - 1]! - 1;
        word += one + two * 255;
      }
      position++;
      let entry = marks[word]!;
      if (entry === 0) continue;
      if (heldUnits === 0) {
        for (let i = 0; i < 3 * length; i++) SUMS[i] = 0;
        for (let i = 0; i < length; i++) TOGETHER[i] = 0;
      }
      if (isNewField) {
        isNewField = false;
        // Loops: for a few units the calls of `fill` would cost more than the rest of this function.
        for (let i = 0; i < length; i++) {
          LAST_AT[i] = FAR;
          LINK_AT[i] = FAR;
          LINK[i] = 0;
          LOOSE[i] = 0;
        }
      }
      for (; entry !== 0; entry = table.next[entry]!) {
        const unit = table.unit[entry]!;
        const role = table.role[entry]!;
        if (role >= 2) {
          const follows = role === 2 || (LINK[unit] === role - 1 && position - LINK_AT[unit]! <= 2);
          if (!follows) continue;
          LINK[unit] = role;
          LINK_AT[unit] = position;
          if (role < table.lastLink[unit]!) continue;
        }
        heldUnits |= 1 << unit;
        if (field === 0 && role !== 1) titleUnits |= 1 << unit;
        const weight = table.weight[entry]!;
        if (weight >= RANKING.stem) SUMS[3 * unit + field]! += weight;
        else if (weight > LOOSE[unit]!) {
          SUMS[3 * unit + field]! += weight - LOOSE[unit]!;
          LOOSE[unit] = weight;
        }
        if (unit > 0) {
          const gap = query.units[unit]!.position - query.units[unit - 1]!.position;
          const distance = position - LAST_AT[unit - 1]!;
          if (distance > 0 && distance <= 2 * gap) TOGETHER[unit]! += RANKING.fields[field]!;
        }
        LAST_AT[unit] = position;
      }
    }
    LENGTHS[field] = position;
  }
  return at;
}

const UTF8 = new TextEncoder();
const FAR = -1000;

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

/** 0 if the title is not what is asked for, 1 if its words are, 2 if its signs between them are too. */
function exactness(index: SearchIndex, start: number, query: Query, key: Uint8Array): number {
  if (!isTitle(index, start, key)) return 0;
  return fold(readField(index, start)) === query.folded ? 2 : 1;
}

/** Keeps the best, sorted. Notes of one key come in the order of their numbers, that of routes. */
function insert(found: RankedNote[], entry: RankedNote): void {
  let at = found.length;
  while (at > 0 && isBefore(entry, found[at - 1]!)) at--;
  if (at === LIMITS.results) return;
  if (found.length === LIMITS.results) found.pop();
  found.splice(at, 0, entry);
}

function isBefore(a: RankedNote, b: RankedNote): boolean {
  return a.key > b.key || (a.key === b.key && a.note < b.note);
}
