import { type Load, type LoadResult, runLoad } from "./run-load.ts";

const WARM_UP_SECONDS = 1;

/**
 * Runs loads in turn, round after round, every other round backwards, so that what else happens on
 * the machine meets all of them. A first round, that warms up, does not count.
 * @returns for each load the results of its rounds
 */
export async function interleave<T extends Load>(
  loads: readonly T[],
  rounds: number,
  seconds: number,
): Promise<Map<T, LoadResult[]>> {
  const results = new Map<T, LoadResult[]>(loads.map((load) => [load, []]));
  for (const load of loads) await runLoad(load, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    for (const load of round % 2 === 0 ? loads : loads.toReversed()) {
      results.get(load)?.push(await runLoad(load, seconds));
    }
  }
  return results;
}
