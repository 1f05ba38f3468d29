import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { Random } from "../../vaults/random.ts";

const SEED = 20_261_102;

/**
 * What people type, of words that are there: titles, their beginnings, misspelled, of two texts.
 * @returns `count` queries, no two of them the same
 */
export function makeQueries(documents: readonly SearchDocument[], count: number): string[] {
  const random = new Random(SEED);
  const queries = new Set<string>();
  while (queries.size < count) queries.add(makeQuery(random, documents));
  return [...queries];
}

function makeQuery(random: Random, documents: readonly SearchDocument[]): string {
  const { title, summary } = random.pick(documents);
  const words = summary.split(/\s+/).filter((word) => /^[a-z]{4,}$/i.test(word));
  const [one = title, two = title] = [random.pick(words), random.pick(words)];
  return random.pick([
    title,
    title.slice(0, 3 + random.below(6)),
    one,
    `${one} ${two}`,
    `${title} ${one}`,
    `the ${one} of ${two}`,
    one.slice(0, 2) + one.slice(3),
  ]);
}
