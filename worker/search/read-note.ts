import type { SearchIndex } from "./open-index.ts";
import { FAR, type QueryWork } from "./query-work.ts";
import * as RANKING from "./ranking.ts";
import { isSeparator, nextCode, wordAt } from "./text.ts";

const TAGS = 1;
/** In `marks`: the separator between two tags, if the query has units of kind `tag`. */
export const TAG_END = 0xffff;

/**
 * Reads the note at `start` of `text`, and records in `index.work` which units of the query it contains, how
 * often, in which fields and how close together. Returns where the next note starts.
 */
export function readNote(index: SearchIndex, start: number, units: number): number {
  const { text, work } = index;
  const { marks, markedCodes } = work;
  const one = index.one | 0;
  const twoEnd = (one + index.two) | 0;
  let at = start | 0;
  let now = work.clock | 0;
  work.heldUnits = 0;
  work.titleUnits = 0;
  for (let field = 0; field < 3; field++) {
    const began = now;
    let tagBegan = field === TAGS ? now : FAR_FUTURE;
    for (;;) {
      // Nearly all codes match nothing: they get a loop of their own, which compiles to tight code.
      let code = text[at]! | 0;
      while (markedCodes[code] === 0) {
        // Arithmetic gives the width of the code sooner than a lookup in a table would.
        at = (at + 1 + ((one - code) >>> 31) + ((twoEnd - code) >>> 31)) | 0;
        now = (now + 1) | 0;
        code = text[at]! | 0;
      }
      const from = at;
      at = nextCode(index, from) | 0;
      if (code === 0) break;
      now = (now + 1) | 0;
      const entry = marks[wordAt(index, from)]!;
      if (entry === 0) continue;
      if (entry === TAG_END) {
        if (field !== TAGS) continue;
        holdTags(work, now - 1);
        tagBegan = now;
        continue;
      }
      if (work.heldUnits === 0) clearSums(work, units);
      count(index, entry, field, from, now, tagBegan);
    }
    if (field === TAGS && work.tagUnits !== 0) holdTags(work, now);
    work.lengths[field] = now - began;
    now = (now + FAR) | 0;
  }
  work.clock = now;
  return at;
}

const FAR_FUTURE = 0x7fffffff;

function clearSums(work: QueryWork, units: number): void {
  work.sums.fill(0, 0, 3 * units);
  work.together.fill(0, 0, units);
}

/** Counts the word at `from` for the units that it matches. */
function count(
  index: SearchIndex,
  first: number,
  field: number,
  from: number,
  now: number,
  tagBegan: number,
): void {
  const { work } = index;
  const { entryUnit, entryWeight, entryPlaces, entryInTitle, nextEntry, lastAt, sums } = work;
  for (let entry = first; entry !== 0; entry = nextEntry[entry]!) {
    work.hits++;
    const unit = entryUnit[entry]!;
    if (field !== 0 && entryInTitle[entry] === 1) continue;
    if (entryPlaces[entry] !== 0) {
      if (!completesPhrase(index, entry, unit, from, now, tagBegan)) continue;
    }
    work.heldUnits |= 1 << unit;
    if (field === 0) work.titleUnits |= 1 << unit;
    const weight = entryWeight[entry]!;
    sums[3 * unit + field]! += weight;
    if (unit > 0) {
      const distance = now - lastAt[unit - 1]!;
      if (distance > 0 && distance <= work.reach[unit]!) {
        work.together[unit]! += RANKING.fields[field]!;
      }
    }
    lastAt[unit] = now;
  }
}

/**
 * Whether a word completes a phrase. `phraseState` has a bit for each place in the phrase that the last word
 * may have (Shift-And); the next word must follow it directly or after one separator. A unit of kind `tag`
 * must start where a tag starts, and is recorded by `holdTags` if it also ends where the tag ends.
 */
function completesPhrase(
  index: SearchIndex,
  entry: number,
  unit: number,
  from: number,
  now: number,
  tagBegan: number,
): boolean {
  const { work } = index;
  const { phraseState, phraseEnd } = work;
  const isTag = (work.tagUnits & (1 << unit)) !== 0;
  if (isTag && tagBegan === FAR_FUTURE) return false;
  const end = phraseEnd[unit]!;
  const follows = end === from || (end !== 0 && end < from && isBetween(index, end, from));
  const begins = !isTag || now === tagBegan + 1 ? 1 : 0;
  const state = ((follows ? phraseState[unit]! << 1 : 0) | begins) & work.entryPlaces[entry]!;
  phraseState[unit] = state;
  phraseEnd[unit] = nextCode(index, from);
  if ((state & work.lastPlace[unit]!) === 0) return false;
  work.phraseDone[unit] = now;
  return !isTag;
}

/** Whether there is exactly one separator between `end` and `start`, and not the one between two tags. */
function isBetween(index: SearchIndex, end: number, start: number): boolean {
  if (index.text[end] === 0 || nextCode(index, end) !== start) return false;
  const word = wordAt(index, end);
  return isSeparator(index, word) && word !== index.tagSeparator;
}

/** At the end of a tag whose last word was read at `now`: records the units that this word completed. */
function holdTags(work: QueryWork, now: number): void {
  for (let rest = work.tagUnits; rest !== 0; rest &= rest - 1) {
    const unit = 31 - Math.clz32(rest & -rest);
    if (work.phraseDone[unit] === now) work.heldUnits |= 1 << unit;
  }
}
