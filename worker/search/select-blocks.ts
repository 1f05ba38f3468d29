import type { SearchIndex } from "./search-index.ts";

/**
 * The blocks that may hold notes for a query, those that hold every unit first, then by what they
 * promise: in 128 steps, and by number within a step.
 *
 * @param required units without which a block is out
 * @param content units of which a block that holds them all comes first
 */
export function selectBlocks(
  index: SearchIndex,
  required: number,
  content: number,
  allows: (block: number) => boolean,
): Uint32Array {
  const { blockUnits, blockScores, touched } = index;
  let count = 0;
  let best = 0;
  for (let block = 0; block < index.blocks; block++) {
    const units = blockUnits[block]!;
    if (units === 0 || (units & required) !== required || !allows(block)) continue;
    touched[count++] = block;
    if (blockScores[block]! > best) best = blockScores[block]!;
  }
  const scale = best > 0 ? (STEPS - 1) / best : 0;
  const step = (block: number): number => {
    const whole = (blockUnits[block]! & content) === content;
    return (whole ? 0 : STEPS) + STEPS - 1 - Math.floor(blockScores[block]! * scale);
  };
  STARTS.fill(0);
  for (let i = 0; i < count; i++) STARTS[step(touched[i]!) + 1]!++;
  for (let i = 1; i < STARTS.length; i++) STARTS[i]! += STARTS[i - 1]!;
  const sorted = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const block = touched[i]!;
    sorted[STARTS[step(block)]!++] = block;
  }
  return sorted;
}

const STEPS = 128;
const STARTS = new Uint32Array(2 * STEPS + 1);
