/**
 * How well and how fast the search finds, beside rivals, in one run: nDCG@10 on judged corpora, as the
 * queries are, with a typing error, with the last word cut; the size of what one ships; the time to the
 * first answer in a fresh process; the time of a query; the memory.
 *
 *     npm ci --prefix bench/search
 *     SEARCH_CORPORA=DIR npm run bench -- search [corpus|all] [engine …]
 *     SEARCH_CORPORA=DIR npm run bench -- search "mdn grown" "this engine"     grown to 100,000 documents
 *     SEARCH_CORPORA=DIR npm run bench -- search worst [corpus]               the slowest query found
 *     SEARCH_CORPORA=DIR npm run bench -- search constants [queries of each]  what each constant is worth
 *     npm run bench -- search included [engine …]                      typing errors and unknown words
 *     SEARCH_CORPORA=DIR npm run bench -- search languages [engine …]  inflected words in eleven languages
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { markdownTable, runHeading } from "../report.ts";
import { reportConstants } from "./constants.ts";
import { corpora } from "./corpus.ts";
import { ENGINES } from "./engines.ts";
import { reportIncludedNotes } from "./included-notes.ts";
import { reportLanguages } from "./languages.ts";
import { corpusNamed } from "./large-corpus.ts";
import type { Measures } from "./measure.ts";
import { reportWorstQuery } from "./worst-query.ts";

const HEAD = [
  ...["engine", "nDCG@10", "with typos", "last word cut", "gzip kB", "ratio"],
  ...["first answer ms", "once p50 µs", "p99 µs", "repeated p50 µs", "p99 µs", "heap MB"],
];
/** Processes in which the first answer is timed; the fastest counts. */
const STARTS = 5;

const [only = "all", ...engines] = process.argv.slice(2);
const compared = ENGINES.filter(({ name }) => engines.length === 0 || engines.includes(name));
console.log(runHeading());
if (only === "worst") reportWorstQuery(corpusNamed(engines[0] ?? corpora()[0]!.name));
else if (only === "constants") await reportConstants(Number(engines[0] ?? Infinity));
else if (only === "included") await reportIncludedNotes(compared);
else if (only === "languages") await reportLanguages(compared);
else if (only !== "all") report(only);
else {
  for (const { name } of corpora()) report(name);
  await reportIncludedNotes(compared);
  await reportLanguages(compared);
}

function report(corpusName: string): void {
  const { documents, queries } = corpusNamed(corpusName);
  const answers = documents.map(({ route, title, summary }) => [route, title, summary]);
  const stored = gzipSync(JSON.stringify(answers), { level: 9 }).length;
  console.log(
    `\n### ${corpusName}: ${documents.length} documents, ${queries.length} queries; ` +
      `the answers alone ${kilobytes(stored)} kB gzipped\n`,
  );
  console.log(
    markdownTable(
      HEAD,
      compared.map(({ name }) => [name, ...cellsOf(name, corpusName, stored)]),
    ),
  );
}

function cellsOf(engine: string, corpus: string, stored: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "search-bench-"));
  const run = (job: string): string => {
    const script = join(import.meta.dirname, "measure.ts");
    const command = ["--expose-gc", script, job, engine, corpus, join(folder, "index")];
    return execFileSync(process.execPath, command, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  };
  try {
    run("build");
    const measures: Measures = JSON.parse(run("measure"));
    const { plain, typo, cut, gzip, once, repeated, heapMegabytes } = measures;
    const starts = Array.from({ length: STARTS }, () => Number(run("start")));
    return [
      ...[plain, typo, cut].map((share) => share.toFixed(3).replace(/^0/, "")),
      kilobytes(gzip),
      (gzip / stored).toFixed(2),
      Math.min(...starts).toFixed(1),
      ...[...once, ...repeated].map((time) => time.toFixed(0)),
      heapMegabytes.toFixed(1),
    ];
  } catch {
    return ["did not run"];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
