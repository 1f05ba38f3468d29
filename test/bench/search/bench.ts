/**
 * How good, how large and how fast the search is, beside the rivals, in one run: relevance on judged
 * corpora, plain, with a typo, with the last word cut; the size of what one ships; the time until it is
 * ready, in a fresh process; the time of a query; the memory. Rivals are run if they are installed:
 * `npm ci --prefix test/bench/search`. At last this engine alone on the largest corpus grown to 100,000
 * documents, and what a document costs in bytes.
 *
 *     node test/bench/search/bench.ts [corpus] [engine …]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Corpus, corpora } from "./corpus.ts";
import { corpusNamed } from "./corpus-named.ts";
import type { Engine } from "./engine.ts";
import { ENGINES, type Measures } from "./run.ts";

const [only, ...engines] = process.argv.slice(2);
const RUN = join(import.meta.dirname, "run.ts");
/** Processes in which an engine is made ready, besides the one in which it is measured. */
const STARTS = 4;
const hasRivals = existsSync(join(import.meta.dirname, "node_modules"));
const folder = mkdtempSync(join(tmpdir(), "search-benchmark-"));
console.log(`${cpus()[0]?.model ?? "?"}, ${availableParallelism()} cores, Node ${process.version}`);
if (!hasRivals) console.log("Rivals: npm ci --prefix test/bench/search");
try {
  const known = corpora();
  const largest = known.reduce((a, b) => (b.documents.length > a.documents.length ? b : a));
  const grown = `${largest.name} grown`;
  const names = [...known.map(({ name }) => name), grown];
  if (only !== undefined && only !== "all" && !names.includes(only)) {
    throw new Error(`There is no corpus ${only}, but ${names.join(", ")}.`);
  }
  const isWanted = (name: string): boolean => only === undefined || only === "all" || only === name;
  for (const corpus of known) if (isWanted(corpus.name)) report(corpus, wantedEngines());
  if (isWanted(grown)) report(corpusNamed(grown), ENGINES.slice(0, 1));
} finally {
  rmSync(folder, { recursive: true });
}

function wantedEngines(): readonly Engine[] {
  if (engines.length > 0) return ENGINES.filter(({ name }) => engines.includes(name));
  return hasRivals ? ENGINES : ENGINES.slice(0, 1);
}

function report(corpus: Corpus, compared: readonly Engine[]): void {
  const answers = corpus.documents.map(({ route, title, summary }) => [route, title, summary]);
  const stored = gzipSync(JSON.stringify(answers), { level: 9 }).length;
  console.log(
    `\n### ${corpus.name}: ${corpus.documents.length} documents, ${corpus.queries.length} queries; ` +
      `the answers alone ${kilobytes(stored)} kB gzip\n\n` +
      "| engine | nDCG@10 | with typos | last word cut | S@1 | results | raw kB | gzip kB | ratio " +
      "| ready ms | p50 µs | p99 µs | heap MB |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
  );
  for (const { name, mostDocuments = Infinity } of compared) {
    if (corpus.documents.length > mostDocuments) continue;
    try {
      const file = join(folder, "index");
      const run = (job: string): string =>
        execFileSync(
          process.execPath,
          ["--expose-gc", "--max-old-space-size=4096", RUN, job, name, corpus.name, file],
          { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
        );
      run("build");
      const measures: Measures = JSON.parse(run("measure"));
      const starts = Array.from({ length: STARTS }, () => Number(run("start")));
      console.log(row({ ...measures, ready: Math.min(measures.ready, ...starts) }, stored));
      if (compared.length === 1) console.log(perDocument(measures, corpus.documents.length));
    } catch (error) {
      const reason =
        error instanceof Error
          ? error.message.split("\n").find((line) => /Error/.test(line))
          : error;
      console.log(`| ${name} | did not run: ${reason} |`);
    }
  }
}

function row(measures: Measures, stored: number): string {
  const { engine, plain, typo, cut, successAt1, count, raw, gzip, ready, p50, p99 } = measures;
  const cells = [
    engine,
    ...[plain, typo, cut, successAt1].map((share) => share.toFixed(3).replace(/^0/, "")),
    count.toFixed(1),
    kilobytes(raw),
    kilobytes(gzip),
    (gzip / stored).toFixed(2),
    ready.toFixed(1),
    p50.toFixed(0),
    p99.toFixed(0),
    measures.heapMegabytes.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}

function perDocument({ raw, gzip }: Measures, documents: number): string {
  const [own, sent] = [raw, gzip].map((bytes) => (bytes / documents).toFixed(0));
  return `\n${own} bytes a document, ${sent} gzipped`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
