import type { StageTime } from "./stage-clock.ts";

/**
 * The stages with their shares of the whole, a line each:
 *
 *     parse     1.84 s   61 %
 */
export function stageShares(times: readonly StageTime[], milliseconds: number): string {
  const sums = new Map<string, number>();
  for (const { stage, milliseconds: each } of times) {
    sums.set(stage, (sums.get(stage) ?? 0) + each);
  }
  return [...sums]
    .map(([stage, each]) => {
      const share = Math.round((100 * each) / milliseconds);
      return `  ${stage.padEnd(8)} ${(each / 1000).toFixed(2).padStart(6)} s ${String(share).padStart(4)} %\n`;
    })
    .join("");
}
