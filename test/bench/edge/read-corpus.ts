import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareCodePoints } from "../../../worker/contract/compare-code-points.ts";
import type { Route } from "../../../worker/contract/route.ts";
import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { Random, WORDS } from "../../vaults/random.ts";

const NOTES = 14_500;
const SEED = 20_261_101;

export interface Corpus {
  /** Where its texts are from. */
  readonly source: string;
  /** Ordered by route. */
  readonly documents: readonly SearchDocument[];
}

/** 14,500 notes: of real documentation, `mdn-moved` in the folder that `SEARCH_CORPORA` names, else of made words. */
export function readCorpus(): Corpus {
  const folder = process.env.SEARCH_CORPORA;
  const documents = folder ? realDocuments(folder) : madeDocuments(new Random(SEED));
  documents.sort((a, b) => compareCodePoints(a.route, b.route));
  return { source: folder ? "real documentation" : "made words", documents };
}

function realDocuments(folder: string): SearchDocument[] {
  const file = join(folder, "mdn-moved/corpus.jsonl");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(0, NOTES);
  return lines.map((line) => {
    const { id, title, summary, tags } = JSON.parse(line);
    return { route: `/docs${id}` as Route, title, summary, tags, collection: "docs" };
  });
}

function madeDocuments(random: Random): SearchDocument[] {
  return Array.from({ length: NOTES }, (_, i) => {
    const words = (count: number) =>
      Array.from({ length: count }, () => random.pickEarly(WORDS)).join(" ");
    const title = `${words(1 + random.below(3))} ${i}`;
    return {
      route: `/docs/${title.replaceAll(" ", "-")}` as Route,
      title,
      summary: `${words(15 + random.below(30))}.`,
      tags: [random.pickEarly(WORDS), random.pickEarly(WORDS)],
      collection: "docs",
    };
  });
}
