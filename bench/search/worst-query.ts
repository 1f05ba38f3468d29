import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { openEngine } from "../../worker/search/search-engine.ts";
import { searchResponse } from "../../worker/search/write-response.ts";
import { Random } from "../vaults/random.ts";
import type { Corpus } from "./corpus.ts";

const MAX_LENGTH = 256;
const CLIMBS = 12;
const STEPS = 150;

/** Looks for the slowest query by climbing: a query is changed, and the change kept if it takes longer. */
export function reportWorstQuery({ name, documents }: Corpus): void {
  const index = openEngine(writeSearchIndex(documents).slice().buffer);
  const random = new Random(1);
  const words = documents.flatMap(({ title, summary }) => `${title} ${summary}`.split(/\s+/));
  const piece = (): string => {
    const word = random.pick(words);
    const cut = word.slice(0, 1 + random.below(word.length));
    const misspelled = cut.slice(1) + cut.slice(0, 1);
    return random.pick([
      word,
      cut,
      misspelled,
      `-${cut}`,
      `"${word}"`,
      `tag:${cut}`,
      "the",
      "of a",
    ]);
  };
  const timeOf = (query: string, runs: number): number =>
    Math.min(
      ...Array.from({ length: runs }, () => {
        const start = performance.now();
        searchResponse(index, query);
        return performance.now() - start;
      }),
    );
  let worst = { query: "", ms: 0 };
  for (let climb = 0; climb < CLIMBS; climb++) {
    let pieces = Array.from({ length: 4 + random.below(60) }, piece);
    let ms = 0;
    for (let step = 0; step < STEPS; step++) {
      const changed = pieces.with(random.below(pieces.length), piece());
      const time = timeOf(changed.join(" ").slice(0, MAX_LENGTH), 5);
      if (time > ms) [pieces, ms] = [changed, time];
    }
    const query = pieces.join(" ").slice(0, MAX_LENGTH);
    // Measured again, because a climb keeps what seemed slow only once.
    const least = timeOf(query, 200);
    if (least > worst.ms) worst = { query, ms: least };
  }
  console.log(
    `\n${name}, ${documents.length} documents: ${worst.ms.toFixed(2)} ms for\n${worst.query}`,
  );
}
