import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { markdownTable } from "../report.ts";
import { type Corpus, corpora, disturb, ndcg } from "./corpus.ts";

const SEARCH = join(import.meta.dirname, "../../worker/search");

/** For each constant, other values to try. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  fields: ["[2, 1.2, 1]", "[4, 1.2, 1]", "[3, 1, 1]", "[3, 2, 1]"],
  lengths: ["[0.4, 0.75, 0.75]", "[0.75, 0.75, 0.75]", "[0.6, 0.75, 0.6]", "[0.6, 0.75, 0.9]"],
  saturation: ["0.9", "1.6", "2"],
  stem: ["0.7", "0.9"],
  prefix: ["0.4", "0.7"],
  near: ["0.6", "1"],
  stop: ["0.1", "0.3"],
  adjacent: ["0", "0.15", "0.45"],
  coverage: ["0", "0.3"],
  wholeTitle: ["1", "1.1", "1.2"],
};

/**
 * What each constant in `ranking.ts` is worth: the change of the mean nDCG@10, in 1/10,000, on each corpus
 * if it has another value. A constant should be changed if the value that is best on all corpora but one
 * is also better on the one left out: the last column is the mean of these.
 *
 * @param most number of queries of a corpus, taken at even distances
 */
export async function reportConstants(most: number): Promise<void> {
  const judged = corpora().map((corpus) => ({
    ...corpus,
    queries: sampleOf(corpus.queries, most),
    file: writeSearchIndex(corpus.documents).slice().buffer,
  }));
  const base = await relevance(judged, "", "");
  const rows: string[][] = [];
  for (const [name, values] of Object.entries(OTHERS)) {
    const changes: number[][] = [];
    for (const value of values) {
      const reached = await relevance(judged, name, value);
      changes.push(reached.map((share, i) => 10_000 * (share - base[i]!)));
    }
    const leftOut = mean(judged.map((_, out) => bestOn(changes, out)[out]!));
    values.forEach((value, v) => {
      const shown = [mean(changes[v]!), ...changes[v]!].map((change) => String(Math.round(change)));
      rows.push([v === 0 ? name : "", value, ...shown, v === 0 ? String(Math.round(leftOut)) : ""]);
    });
  }
  const heads = ["constant", "changed to", "mean", ...judged.map(({ name }) => name), "left out"];
  console.log(`\n${markdownTable(heads, rows)}`);
}

function sampleOf<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** The changes by the value that is best on all corpora but one; none if no value is better there. */
function bestOn(changes: readonly (readonly number[])[], out: number): readonly number[] {
  const none = changes[0]!.map(() => 0);
  const onOthers = (row: readonly number[]): number => mean(row.filter((_, i) => i !== out));
  return changes.reduce<readonly number[]>(
    (best, row) => (onOthers(row) > onOthers(best) ? row : best),
    none,
  );
}

/** The mean of the three columns on each corpus, if a constant has another value. */
async function relevance(
  judged: readonly (Corpus & { file: ArrayBuffer })[],
  constant: string,
  value: string,
): Promise<number[]> {
  const { openEngine, findNotes } = await engineWith(constant, value);
  return judged.map(({ documents, queries, file }) => {
    const engine = openEngine(file);
    const reached = Object.values(disturb).map((way) =>
      mean(
        queries.map(({ text, grades }) =>
          ndcg(
            findNotes(engine, way(text)).map(({ note }) => documents[note]!.route),
            grades,
          ),
        ),
      ),
    );
    return mean(reached);
  });
}

interface EngineModule {
  openEngine: typeof import("../../worker/search/search-engine.ts").openEngine;
  findNotes: typeof import("../../worker/search/find-notes.ts").findNotes;
}

/** The engine with another value of a constant. */
async function engineWith(constant: string, value: string): Promise<EngineModule> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export * from "./search-engine.ts"; export * from "./find-notes.ts";',
      resolveDir: SEARCH,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "constant",
        setup: ({ onLoad }) =>
          onLoad({ filter: /search\/ranking\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path, "utf8").replace(
              new RegExp(`(const ${constant} = )[^;]*`),
              `$1${value}`,
            ),
            loader: "ts",
          })),
      },
    ],
  });
  const code = Buffer.from(outputFiles[0]!.contents).toString("base64");
  const module: EngineModule = await import(`data:text/javascript;base64,${code}`);
  return module;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}
