import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { gapAt } from "./gap-at.ts";
import { gapWidth } from "./gap-width.ts";
import * as LIMITS from "./limits.ts";
import * as RANKING from "./ranking.ts";
import type { SearchIndex } from "./search-index.ts";

const WHOLES_FOLLOW = INDEX_FORMAT.wholesFollow;

/**
 * Gathers, unit by unit of a query, what each block of notes promises: for the unit at hand the best
 * of its matches there, and in the end the sum over the units, in `blockScores` and `blockUnits`.
 */
export class BlockCollector {
  /** How many blocks may hold the unit at hand. */
  count = 0;
  readonly #index: SearchIndex;
  #postingsLeft = LIMITS.postings;

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Whether as many postings were read as may be: others may be left. */
  get isSpent(): boolean {
    return this.#postingsLeft === 0;
  }

  /** The blocks of a word whose lists begin at `offset`. Returns where it stopped reading. */
  add(offset: number, weight: number): number {
    const { postings, blockBest, touched } = this.#index;
    const promises = RANKING.promises;
    let left = this.#postingsLeft;
    let count = this.count | 0;
    let at = offset | 0;
    let block = -1;
    for (; left > 0; left--) {
      const gap = gapAt(postings, at);
      if (gap <= WHOLES_FOLLOW) break;
      at = (at + gapWidth(gap)) | 0;
      block = (block + (gap >>> 2)) | 0;
      const best = blockBest[block]!;
      const promise = weight * promises[gap & 3]!;
      if (promise <= best) continue;
      if (best === 0) touched[count++] = block;
      blockBest[block] = promise;
    }
    this.count = count;
    this.#postingsLeft = left;
    return at;
  }

  /** The blocks that hold every link of a chain, each given by where its lists begin. */
  addChain(links: readonly number[], weight: number): void {
    const { postings, blockBest, blockLinks, touched } = this.#index;
    blockLinks.fill(0);
    for (let link = 0; link < links.length; link++) {
      let at = links[link]!;
      let block = -1;
      while (this.#postingsLeft > 0) {
        const gap = gapAt(postings, at);
        if (gap <= WHOLES_FOLLOW) break;
        at += gapWidth(gap);
        this.#postingsLeft--;
        block += gap >>> 2;
        const known = blockLinks[block]!;
        if (known >> 2 !== link) continue;
        const place = link === 0 ? gap & 3 : Math.min(known & 3, gap & 3);
        blockLinks[block] = ((link + 1) << 2) | place;
        if (link + 1 < links.length) continue;
        const best = blockBest[block]!;
        if (best === 0) touched[this.count++] = block;
        blockBest[block] = Math.max(best, weight * RANKING.promises[place]!);
      }
    }
  }

  /** Ends a unit: its blocks' promises count by its rarity. */
  close(unit: number, rarity: number): void {
    const { blockBest, blockScores, blockUnits, blocksSeen, touched } = this.#index;
    for (let i = 0; i < this.count; i++) {
      const block = touched[i]!;
      blockScores[block]! += rarity * blockBest[block]!;
      blockUnits[block]! |= 1 << unit;
      blocksSeen[block >>> 5]! |= 1 << block;
      blockBest[block] = 0;
    }
    this.count = 0;
  }
}
