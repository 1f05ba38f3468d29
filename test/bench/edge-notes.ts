/** The notes that the benchmark of the edge serves, and what is searched in them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { LIST_ADDRESS, noteAddress } from "../../worker/contract/addresses.ts";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import { writeAssetStore } from "../edge/write-asset-store.ts";
import { type Random, WORDS } from "../vaults/random.ts";
import type { Bundle } from "../worker/bundle.ts";

const NOTES = 14_500;
/** The mean length of a note's text in real documentation. */
const TEXT_LENGTH = 4000;

export interface Document {
  route: Route;
  title: string;
  summary: string;
  tags: string[];
  collection: string;
}

/** Notes of real documentation, or made ones, by route. */
export function readDocuments(random: Random): Document[] {
  const folder = process.env.SEARCH_CORPORA;
  const documents = folder
    ? readFileSync(join(folder, "mdn-moved/corpus.jsonl"), "utf8")
        .trimEnd()
        .split("\n")
        .slice(0, NOTES)
        .map((line) => {
          const { id, title, summary, tags } = JSON.parse(line);
          return { route: `/docs${id}` as Route, title, summary, tags, collection: "docs" };
        })
    : Array.from({ length: NOTES }, (_, i) => makeDocument(i, random));
  return documents.sort((a, b) => compareCodePoints(a.route, b.route));
}

function makeDocument(i: number, random: Random): Document {
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
}

/** Different queries such as people type: titles, their beginnings, misspelled words, words of two texts. */
export function makeQueries(
  documents: readonly Document[],
  count: number,
  random: Random,
): string[] {
  const queries = new Set<string>();
  while (queries.size < count) {
    const { title, summary } = random.pick(documents);
    const words = summary.split(/\s+/).filter((word) => /^[a-z]{4,}$/i.test(word));
    const [one = title, two = title] = [random.pick(words), random.pick(words)];
    queries.add(
      random.pick([
        title,
        title.slice(0, 3 + random.below(6)),
        one,
        `${one} ${two}`,
        `${title} ${one}`,
        `the ${one} of ${two}`,
        one.slice(0, 2) + one.slice(3),
      ]),
    );
  }
  return [...queries];
}

/** Replaces the bundle's index by one of these notes, and writes them as the asset store reads them. */
export function writeNotes(documents: readonly Document[], { folder }: Bundle): string {
  const modules = join(folder, "bundle");
  const index = readdirSync(modules).find((name) => name.endsWith(".bin"))!;
  writeFileSync(join(modules, index), writeSearchIndex(documents));
  const store = join(folder, "store");
  const json = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  writeAssetStore(store, [
    {
      path: LIST_ADDRESS.slice(1),
      bytes: json({ count: documents.length, notes: documents }),
    },
    ...documents.map((document) => ({
      path: decodeURIComponent(noteAddress(document.route)).slice(1),
      bytes: json({
        ...document,
        markdown: `${document.summary}\n\n`.repeat(30).slice(0, TEXT_LENGTH),
      }),
    })),
  ]);
  return store;
}
