import { Random } from "../../vaults/random.ts";

const SEED = 20_261_121;

/**
 * A stream of queries in which each comes as often as the words of a language do (Zipf's law): the
 * second half as often as the first, the hundredth a hundredth as often.
 */
export function repeatQueries(queries: readonly string[], count: number): string[] {
  const random = new Random(SEED);
  return Array.from({ length: count }, () => {
    // Rank k is drawn with probability log((k + 1) / k) / log(n + 1), close to 1 / k.
    const rank = Math.floor((queries.length + 1) ** random.next());
    return queries[rank - 1]!;
  });
}
