import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";

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
 * The judged corpora in the folder that `SEARCH_CORPORA` names in the environment.
 *
 * @throws Error if there is none
 */
export function corpora(): Corpus[] {
  const folder = process.env.SEARCH_CORPORA;
  if (folder === undefined) throw new Error("SEARCH_CORPORA must name a folder of judged corpora.");
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

/**
 * Ways a query is disturbed. `typo`: one letter of one word of four letters or more is left out or
 * swapped with the next; which one follows from the text alone. `cut`: the last word is cut to four
 * letters, as while it is typed.
 */
export const disturb = {
  plain: (text: string): string => text,

  typo(text: string): string {
    const words = [...text.matchAll(/[A-Za-z]{4,}/g)];
    let seed = 0;
    for (let i = 0; i < text.length; i++) seed = (seed * 31 + text.charCodeAt(i)) >>> 0;
    const match = words[(seed >>> 3) % Math.max(words.length, 1)];
    if (match === undefined) return text;
    const [word] = match;
    const at = (seed >>> 11) % (word.length - 1);
    const wrong =
      seed % 2 === 0
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    return text.slice(0, match.index) + wrong + text.slice(match.index + word.length);
  },

  cut(text: string): string {
    const last = [...text.matchAll(/[A-Za-z0-9]+/g)].at(-1);
    return last === undefined || last[0].length <= 4 ? text : text.slice(0, last.index + 4);
  },
} as const;

/** Normalized discounted cumulative gain of the first ten, with gains of 2^grade - 1. 0 to 1. */
export function ndcg(routes: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = [...grades.values()].sort((a, b) => b - a);
  return gain(routes.map((route) => grades.get(route) ?? 0)) / (gain(best) || 1);
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, 10)
    .reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}
