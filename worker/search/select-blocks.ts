import type { SearchIndex } from "./search-index.ts";

/**
 * The blocks that may hold notes for a query, those that hold every unit first, then by what they
 * promise: in 128 steps, and by number within a step.
 *
 * @param required units without which a block is out
 * @param content units of which a block that holds them all comes first
 * @param selected takes the first of them, as many as it has room for
 * @param allows whether a block is in; all are, if it is not given
 * @returns how many are in `selected`
 */
export function selectBlocks(
  index: SearchIndex,
  required: number,
  content: number,
  selected: Uint32Array,
  allows?: (block: number) => boolean,
): number {
  const { blockUnits, blockScores, blockLinks: steps, blocksSeen, touched } = index;
  let count = 0;
  let best = 0;
  for (let group = 0; group < blocksSeen.length; group++) {
    for (let rest = blocksSeen[group]! | 0; rest !== 0; rest &= rest - 1) {
      const block = (32 * group + 31 - Math.clz32(rest & -rest)) | 0;
      if ((blockUnits[block]! & required) !== required) continue;
      if (allows !== undefined && !allows(block)) continue;
      touched[count++] = block;
      if (blockScores[block]! > best) best = blockScores[block]!;
    }
  }
  const scale = best > 0 ? (STEPS - 1) / best : 0;
  STARTS.fill(0);
  for (let i = 0; i < count; i++) {
    const block = touched[i]!;
    const step = (STEPS - 1 - ((blockScores[block]! * scale) | 0)) | 0;
    steps[i] = step + ((blockUnits[block]! & content) === content ? 0 : STEPS);
    STARTS[steps[i]! + 1]!++;
  }
  let start = 0;
  for (let step = 1; step < STARTS.length; step++) STARTS[step] = start += STARTS[step]!;
  const room = selected.length;
  for (let i = 0; i < count; i++) {
    const place = STARTS[steps[i]!]!++;
    if (place < room) selected[place] = touched[i]!;
  }
  return Math.min(count, room);
}

const STEPS = 128;
/** Where the blocks of each step begin, one place further up: steps count from 1. */
const STARTS = new Uint32Array(2 * STEPS + 1);
