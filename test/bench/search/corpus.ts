import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareCodePoints } from "../../../worker/contract/compare-code-points.ts";
import type { Route } from "../../../worker/contract/route.ts";
import type { SearchDocument } from "../../../worker/contract/search/search-document.ts";
import { MADE } from "../../search/made-collection.ts";

/** Documents, queries, and how well which document answers which query, from 1 upwards. */
export interface Corpus {
  readonly name: string;
  readonly documents: readonly SearchDocument[];
  readonly queries: readonly {
    readonly text: string;
    readonly grades: ReadonlyMap<string, number>;
  }[];
}

/**
 * The judged corpora in the folder that `SEARCH_CORPORA` names; without it the made collection of the tests, each note of
 * which answers its title, its title and a tag, and the beginning of its summary.
 */
export function corpora(): Corpus[] {
  const folder = process.env.SEARCH_CORPORA;
  if (folder === undefined) return [made()];
  const names = readdirSync(folder).filter((name) =>
    existsSync(join(folder, name, "queries.jsonl")),
  );
  if (names.length === 0) throw new Error(`SEARCH_CORPORA: ${folder} holds no judged corpus.`);
  return names.map((name) => judged(folder, name));
}

function judged(folder: string, name: string): Corpus {
  const lines = (file: string): string[] =>
    readFileSync(join(folder, name, file), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const grades = new Map<string, Map<string, number>>();
  for (const line of lines("qrels.tsv")) {
    const [query = "", document = "", grade] = line.split("\t");
    if (!grades.has(query)) grades.set(query, new Map());
    grades.get(query)!.set(document, Number(grade));
  }
  return {
    name,
    documents: lines("corpus.jsonl")
      .map((line): SearchDocument => {
        const { id, title, summary, tags } = JSON.parse(line);
        return { route: id, title, summary, tags };
      })
      .sort((a, b) => compareCodePoints(a.route, b.route)),
    queries: lines("queries.jsonl").flatMap((line) => {
      const { id, text }: { id: string; text: string } = JSON.parse(line);
      const answers = grades.get(id);
      return answers === undefined ? [] : [{ text: text.trim(), grades: answers }];
    }),
  };
}

function made(): Corpus {
  const documents = MADE;
  const queries = documents.flatMap(({ route, title, tags, summary }) =>
    [title, `${title} ${tags[0] ?? ""}`.trim(), summary.split(" ").slice(0, 8).join(" ")].map(
      (text) => ({ text, grades: new Map<Route, number>([[route, 1]]) }),
    ),
  );
  return { name: "made collection", documents, queries };
}
