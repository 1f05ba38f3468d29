import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import type { SearchIndex } from "./open-index.ts";
import { gapAt, gapWidth } from "./postings.ts";
import type { QueryWork } from "./query-work.ts";
import * as RANKING from "./ranking.ts";

/**
 * What each block of 8 notes promises for a query: an estimate of the score that its best note may have.
 * Unit by unit, each block gets the best of the matches it has; at the end of a unit that counts by the
 * unit's rarity.
 */

/**
 * Adds the blocks of a word to those of the unit at hand.
 *
 * @param at where the word's list starts in `postings`
 * @param least 1 if only titles count, else 0
 * @returns where its blocks end, or where the postings that may be read did
 */
export function addBlocks(index: SearchIndex, at: number, weight: number, least = 0): number {
  const { postings, work } = index;
  const { blockBest, touched } = work;
  const promises = RANKING.promises;
  let left = work.postingsLeft;
  let count = work.touchedCount | 0;
  let next = at | 0;
  let block = -1;
  for (; left > 0; left--) {
    const gap = gapAt(postings, next);
    if (gap <= INDEX_FORMAT.compoundsFollow) break;
    next = (next + gapWidth(gap)) | 0;
    block = (block + (gap >>> 2)) | 0;
    if ((gap & 3) < least) continue;
    const best = blockBest[block]!;
    const promise = weight * promises[gap & 3]!;
    if (promise <= best) continue;
    if (best === 0) touched[count++] = block;
    blockBest[block] = promise;
  }
  work.touchedCount = count;
  work.postingsLeft = left;
  return next;
}

/**
 * Adds the blocks that hold every word of a row.
 *
 * @param places for each place of the row, where the lists of the words that fit there start
 */
export function addBlocksOfAll(index: SearchIndex, places: readonly (readonly number[])[]): void {
  const { postings, work } = index;
  const { blockBest, blockLinks, touched } = work;
  blockLinks.fill(0);
  places.forEach((lists, place) => {
    for (const list of lists) {
      let at = list;
      let block = -1;
      while (work.postingsLeft > 0) {
        const gap = gapAt(postings, at);
        if (gap <= INDEX_FORMAT.compoundsFollow) break;
        at += gapWidth(gap);
        work.postingsLeft--;
        block += gap >>> 2;
        const known = blockLinks[block]!;
        if (known >> 2 !== place) continue;
        const t = place === 0 ? gap & 3 : Math.min(known & 3, gap & 3);
        blockLinks[block] = ((place + 1) << 2) | t;
        if (place + 1 < places.length) continue;
        const best = blockBest[block]!;
        if (best === 0) touched[work.touchedCount++] = block;
        blockBest[block] = Math.max(best, RANKING.promises[t]!);
      }
    }
  });
}

/** Ends a unit: what its blocks promise counts by its rarity. */
export function closeUnit(work: QueryWork, unit: number, rarity: number): void {
  const { blockBest, blockScores, blockUnits, touched } = work;
  for (let i = 0; i < work.touchedCount; i++) {
    const block = touched[i]!;
    blockScores[block]! += rarity * blockBest[block]!;
    blockUnits[block]! |= 1 << unit;
    blockBest[block] = 0;
  }
  work.touchedCount = 0;
}

/**
 * The blocks that may hold notes for a query: those that may hold every unit first, then by what they
 * promise, in 128 steps; by number within a step.
 *
 * @param required units without which a block is out
 * @param content units of which a block that holds them all comes first
 * @param most blocks returned
 */
export function selectBlocks(
  { blocks, work }: SearchIndex,
  required: number,
  content: number,
  most: number,
): Uint32Array {
  const { blockUnits, blockScores, blockLinks: steps, touched } = work;
  let count = 0;
  let best = 0;
  for (let block = 0; block < blocks; block++) {
    const units = blockUnits[block]!;
    if (units === 0 || (units & required) !== required) continue;
    touched[count++] = block;
    if (blockScores[block]! > best) best = blockScores[block]!;
  }
  const scale = best > 0 ? (STEPS - 1) / best : 0;
  const starts = new Uint32Array(2 * STEPS + 1);
  for (let i = 0; i < count; i++) {
    const block = touched[i]!;
    const step = (STEPS - 1 - ((blockScores[block]! * scale) | 0)) | 0;
    steps[i] = step + ((blockUnits[block]! & content) === content ? 0 : STEPS);
    starts[steps[i]! + 1]!++;
  }
  for (let step = 1; step < starts.length; step++) starts[step]! += starts[step - 1]!;
  const selected = new Uint32Array(Math.min(count, most));
  for (let i = 0; i < count; i++) {
    const place = starts[steps[i]!]!++;
    if (place < most) selected[place] = touched[i]!;
  }
  return selected;
}

const STEPS = 128;
