import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Corpus } from "./corpus.ts";
import { corpusNamed } from "./corpus-named.ts";
import { disturb } from "./disturb.ts";
import type { Engine } from "./engine.ts";
import { builtAtLoad } from "./engines/built-at-load.ts";
import { flexsearch, flexsearchTuned } from "./engines/flexsearch.ts";
import { lunr } from "./engines/lunr.ts";
import { minisearch, minisearchStem } from "./engines/minisearch.ts";
import { orama } from "./engines/orama.ts";
import { ours } from "./engines/ours.ts";
import { wink } from "./engines/wink.ts";
import { ndcg } from "./ndcg.ts";

/**
 * What one engine reaches on one corpus. Sizes in bytes, times in ms (`ready`) and µs. The time of a
 * query is the least of its rounds, which other work on the machine disturbs little.
 */
export interface Measures {
  readonly engine: string;
  readonly plain: number;
  readonly typo: number;
  readonly cut: number;
  readonly successAt1: number;
  readonly count: number;
  readonly raw: number;
  readonly gzip: number;
  readonly ready: number;
  readonly p50: number;
  readonly p99: number;
  readonly heapMegabytes: number;
}

export const ENGINES: readonly Engine[] = [
  ours,
  minisearch,
  minisearchStem,
  wink,
  lunr,
  flexsearch,
  flexsearchTuned,
  orama,
  ...builtAtLoad,
];

/** Milliseconds until it is ready, in a process that did nothing else. */
async function readyMs(engine: Engine, shipped: Uint8Array): Promise<number> {
  const start = performance.now();
  await engine.load(shipped);
  return performance.now() - start;
}

async function measure(
  engine: Engine,
  queries: Corpus["queries"],
  shipped: Uint8Array,
): Promise<Measures> {
  global.gc?.();
  const before = process.memoryUsage();
  const start = performance.now();
  const search = await engine.load(shipped);
  const ready = performance.now() - start;
  global.gc?.();
  const after = process.memoryUsage();

  const sums = { plain: 0, typo: 0, cut: 0, successAt1: 0, count: 0 };
  for (const { text, grades } of queries) {
    for (const way of ["plain", "typo", "cut"] as const) {
      const routes = await search(disturb[way](text));
      sums[way] += ndcg(routes, grades) / queries.length;
      if (way !== "plain") continue;
      sums.successAt1 += (grades.has(routes[0] ?? "") ? 1 : 0) / queries.length;
      sums.count += routes.length / queries.length;
    }
  }
  const answer = engine === ours ? ours.answer! : search;
  const least = new Map<string, number>();
  const until = performance.now() + MOST_MILLISECONDS;
  for (let round = 0; round < ROUNDS && performance.now() < until; round++) {
    for (const { text } of queries) {
      const from = performance.now();
      await answer(text);
      const time = 1000 * (performance.now() - from);
      least.set(text, Math.min(time, least.get(text) ?? Infinity));
      if (performance.now() > until && least.size > 100) break;
    }
  }
  const times = [...least.values()].sort((a, b) => a - b);
  return {
    engine: engine.name,
    ...sums,
    raw: shipped.length,
    gzip: gzipSync(shipped, { level: 9 }).length,
    ready,
    p50: times[Math.floor(times.length / 2)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    heapMegabytes:
      (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6,
  };
}

const ROUNDS = 9;
const MOST_MILLISECONDS = 20_000;

const [job, engineName, corpusName, file] = process.argv.slice(2);
if (import.meta.main) {
  const engine = ENGINES.find(({ name }) => name === engineName)!;
  if (job === "start") console.log(await readyMs(engine, readFileSync(file!)));
  else {
    const corpus = corpusNamed(corpusName!);
    if (job === "build") writeFileSync(file!, await engine.build(corpus.documents));
    else console.log(JSON.stringify(await measure(engine, corpus.queries, readFileSync(file!))));
  }
}
