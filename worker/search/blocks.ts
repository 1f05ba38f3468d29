import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import type { SearchIndex } from "./open-index.ts";
import { gapAt, gapWidth } from "./postings.ts";
import type { QueryWork } from "./query-work.ts";
import * as RANKING from "./ranking.ts";

/**
 * For each block of 8 notes, estimates the score of its best note. Unit by unit, a block gets the weight of
 * the best match in it; when a unit is finished, this is multiplied by the unit's rarity and added to the
 * block's score.
 */

/**
 * Adds the blocks in a word's posting list to those of the current unit.
 *
 * @param at where the list starts in `postings`
 * @param least 1 if only titles count, else 0
 * @returns where its blocks end, or where the limit of postings was reached
 */
export function addBlocks(index: SearchIndex, at: number, weight: number, least = 0): number {
  const { postings, work } = index;
  const { blockBest, touched } = work;
  const estimates = RANKING.estimates;
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
    const estimate = weight * estimates[gap & 3]!;
    if (estimate <= best) continue;
    if (best === 0) touched[count++] = block;
    blockBest[block] = estimate;
  }
  work.touchedCount = count;
  work.postingsLeft = left;
  return next;
}

/**
 * Adds the blocks that contain every word of a phrase.
 *
 * @param places for each place in the phrase, where the posting lists of the words that fit there start
 */
export function addBlocksOfAll(index: SearchIndex, places: readonly (readonly number[])[]): void {
  const { postings, work } = index;
  const { blockBest, blockParts, touched } = work;
  blockParts.fill(0);
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
        const known = blockParts[block]!;
        if (known >> 2 !== place) continue;
        const t = place === 0 ? gap & 3 : Math.min(known & 3, gap & 3);
        blockParts[block] = ((place + 1) << 2) | t;
        if (place + 1 < places.length) continue;
        const best = blockBest[block]!;
        if (best === 0) touched[work.touchedCount++] = block;
        blockBest[block] = Math.max(best, RANKING.estimates[t]!);
      }
    }
  });
}

/** Finishes a unit: adds its estimates, times its rarity, to the scores of its blocks. */
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
 * The candidate blocks of a query: those that may contain every unit first, then by estimated score, rounded
 * to 128 steps, then by number.
 *
 * @param required units that a candidate must contain
 * @param content units that put a block first if it contains all of them
 * @param most maximum number of blocks
 */
export function selectBlocks(
  { blocks, work }: SearchIndex,
  required: number,
  content: number,
  most: number,
): Uint32Array {
  const { blockUnits, blockScores, blockParts: steps, touched } = work;
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
