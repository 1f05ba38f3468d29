import { median } from "../bench/edge/median.ts";

const MIN_SAMPLES = 20;
const SHARE = 1.1;
const SLACK_MIB = 8;

/** The memory of the server's process at one moment. */
export interface MemorySample {
  /** Whether the heaps are as large as they become; see `flood`. */
  readonly isWarm: boolean;
  readonly mebibytes: number;
}

/** Memory at two times in MiB; NaN if there were too few samples to tell. */
export interface MemoryGrowth {
  readonly warm: number;
  readonly end: number;
  /** False if the end is more than a tenth and 8 MiB above what it was when warm. */
  readonly isFlat: boolean;
}

/**
 * Whether a process holds on to memory: of the samples that are warm, the median of the last third
 * beside that of the first. A median does not see the peaks of a collector.
 *
 * @param samples at even distances in time
 */
export function memoryGrowth(samples: readonly MemorySample[]): MemoryGrowth {
  const warmed = samples.filter(({ isWarm }) => isWarm).map(({ mebibytes }) => mebibytes);
  if (warmed.length < MIN_SAMPLES) return { warm: Number.NaN, end: Number.NaN, isFlat: true };
  const third = Math.floor(warmed.length / 3);
  const warm = median(warmed.slice(0, third));
  const end = median(warmed.slice(-third));
  return { warm, end, isFlat: !(end > warm * SHARE + SLACK_MIB) };
}
