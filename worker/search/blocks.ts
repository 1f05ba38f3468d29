import * as LIMITS from "./limits.ts";
import { gapAt, gapWidth } from "./postings.ts";
import * as RANKING from "./ranking.ts";

/**
 * For each block of 8 notes, the estimated score of its best note. Unit by unit, a block gets the weight of
 * the best match in it; when a unit is finished, this is multiplied by the unit's rarity and added to the
 * block's score. The memory is reused by one query after another.
 */
export class Blocks {
  /** By block, its estimated score, ... */
  readonly scores: Float32Array;
  /** ... the units that it may contain, a bit for each, ... */
  readonly #units: Int32Array;
  /** ... its best match of the current unit, ... */
  readonly #best: Float32Array;
  /** ... and how many words of the current phrase it contains. */
  readonly #positions: Uint8Array;
  /** The blocks that may contain the current unit, and their number. */
  readonly #current: Uint32Array;
  #count = 0;
  /** Number of postings that may still be read. */
  postingsLeft = 0;

  constructor(blocks: number) {
    this.scores = new Float32Array(blocks);
    this.#units = new Int32Array(blocks);
    this.#best = new Float32Array(blocks);
    this.#positions = new Uint8Array(blocks);
    this.#current = new Uint32Array(blocks);
  }

  clear(): void {
    this.scores.fill(0);
    this.#units.fill(0);
    this.#best.fill(0);
    this.#positions.fill(0);
    this.#count = 0;
    this.postingsLeft = LIMITS.postings;
  }

  /** Number of blocks that may contain the current unit. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds the blocks in a word's posting list to those of the current unit; for a word of a phrase, those that
   * have the words before it, too, when the last one is added.
   *
   * @param at where the list starts in `postings`
   * @param length number of positions in the phrase
   */
  addList(postings: Uint8Array, at: number, weight: number, position = 0, length = 1): void {
    const best = this.#best;
    const estimates = RANKING.estimates;
    const isLast = position + 1 === length;
    let left = this.postingsLeft;
    let count = this.#count | 0;
    let next = at | 0;
    let block = -1;
    for (; left > 0; left--) {
      const gap = gapAt(postings, next);
      if (gap === 0) break;
      next = (next + gapWidth(gap)) | 0;
      block = (block + (gap >>> 2)) | 0;
      if (this.#positions[block] !== position) continue;
      const before = best[block]!;
      const estimate = weight * estimates[gap & 3]!;
      if (length > 1) this.#positions[block] = position + 1;
      if (isLast && estimate > before) {
        if (before === 0) this.#current[count++] = block;
        best[block] = estimate;
      }
    }
    this.#count = count;
    this.postingsLeft = left;
  }

  /**
   * Adds the blocks that contain every word of a phrase; returns whether there are any.
   *
   * @param positions for each position in the phrase, where the posting lists of the words that fit there start
   */
  addPhrase(postings: Uint8Array, positions: readonly (readonly number[])[]): boolean {
    const { length } = positions;
    positions.forEach((lists, position) => {
      for (const list of lists) this.addList(postings, list, 1, position, length);
    });
    const isFound = length === 1 ? this.#count > 0 : this.#positions.includes(length);
    this.#positions.fill(0);
    return isFound;
  }

  /** Finishes a unit: adds its estimates, times its rarity, to the scores of its blocks. */
  closeUnit(unit: number, rarity: number): void {
    for (let i = 0; i < this.#count; i++) {
      const block = this.#current[i]!;
      this.scores[block]! += rarity * this.#best[block]!;
      this.#units[block]! |= 1 << unit;
      this.#best[block] = 0;
    }
    this.#count = 0;
  }

  /**
   * The candidates of a query: those that may contain every unit first, then by estimated score, rounded to
   * 128 steps, then by number.
   *
   * @param requiredUnits units that a candidate must contain
   * @param expectedUnits units that put a block first if it contains all of them
   * @param limit maximum number of blocks
   */
  select(requiredUnits: number, expectedUnits: number, limit: number): Uint32Array {
    const candidates = this.#candidates(requiredUnits);
    let best = 0;
    for (const block of candidates) best = Math.max(best, this.scores[block]!);
    const scale = best > 0 ? (STEPS - 1) / best : 0;
    const steps = new Uint8Array(candidates.length);
    const starts = new Uint32Array(2 * STEPS + 1);
    for (let i = 0; i < steps.length; i++) {
      const block = candidates[i]!;
      const step = (STEPS - 1 - ((this.scores[block]! * scale) | 0)) | 0;
      steps[i] = step + ((this.#units[block]! & expectedUnits) === expectedUnits ? 0 : STEPS);
      starts[steps[i]! + 1]!++;
    }
    for (let step = 1; step < starts.length; step++) starts[step]! += starts[step - 1]!;
    const selection = new Uint32Array(Math.min(steps.length, limit));
    for (let i = 0; i < steps.length; i++) {
      const at = starts[steps[i]!]!++;
      if (at < limit) selection[at] = candidates[i]!;
    }
    return selection;
  }

  #candidates(requiredUnits: number): Uint32Array {
    const candidates = this.#current;
    let count = 0;
    for (let block = 0; block < this.#units.length; block++) {
      const units = this.#units[block]!;
      if (units !== 0 && (units & requiredUnits) === requiredUnits) candidates[count++] = block;
    }
    return candidates.subarray(0, count);
  }
}

const STEPS = 128;
