import type { SearchIndex } from "./search-index.ts";

/**
 * The blocks that may hold notes for a query, those that hold every unit first, then by what they
 * promise: in 128 steps, and by number within a step.
 *
 * @param required units without which a block is out
 * @param content units of which a block that holds them all comes first
 * @param allows whether a block is in; all are, if it is not given
 */
export function selectBlocks(
  index: SearchIndex,
  required: number,
  content: number,
  allows?: (block: number) => boolean,
): Uint32Array {
  const { blockUnits, blockScores, blocksSeen, touched } = index;
  let count = 0;
  let best = 0;
  for (let group = 0; group < blocksSeen.length; group++) {
    for (let rest = blocksSeen[group]!; rest !== 0; rest &= rest - 1) {
      const block = 32 * group + 31 - Math.clz32(rest & -rest);
      if ((blockUnits[block]! & required) !== required) continue;
      if (allows !== undefined && !allows(block)) continue;
      touched[count++] = block;
      const score = blockScores[block]!;
      if (score > best) best = score;
    }
  }
  const scale = best > 0 ? (STEPS - 1) / best : 0;
  const step = (block: number): number => {
    const whole = (blockUnits[block]! & content) === content;
    return (whole ? STEPS : 2 * STEPS) - ((blockScores[block]! * scale) | 0);
  };
  STARTS.fill(0);
  for (let i = 0; i < count; i++) STARTS[step(touched[i]!)]!++;
  for (let i = 1; i < STARTS.length; i++) STARTS[i]! += STARTS[i - 1]!;
  const sorted = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const block = touched[i]!;
    sorted[STARTS[step(block) - 1]!++] = block;
  }
  return sorted;
}

const STEPS = 128;
/** Where the blocks of each step begin, one place further up: steps count from 1. */
const STARTS = new Uint32Array(2 * STEPS + 1);
