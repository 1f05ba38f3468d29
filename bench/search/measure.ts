/** One engine on one corpus, in a process of its own: `node measure.ts build|measure|start ENGINE CORPUS FILE` */
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type Corpus, disturb, ndcg } from "./corpus.ts";
import { ENGINES, type Engine } from "./engines.ts";
import { corpusNamed } from "./large-corpus.ts";

/** What an engine reaches on a corpus. Sizes in bytes, times in ms (`ready`) and µs. */
export interface Measures {
  readonly plain: number;
  readonly typo: number;
  readonly cut: number;
  readonly gzip: number;
  /** Median and 99th percentile of each query once, with a fresh index and warm code. */
  readonly once: readonly [p50: number, p99: number];
  /** The same of the least of several rounds, which other work on the machine disturbs little. */
  readonly repeated: readonly [p50: number, p99: number];
  readonly heapMegabytes: number;
}

const ROUNDS = 9;
const MAX_MILLISECONDS = 10_000;

const [job, engineName, corpusName = "", file = ""] = process.argv.slice(2);
const engine = ENGINES.find(({ name }) => name === engineName)!;
if (job === "start") console.log(await startMs(engine, readFileSync(file)));
else {
  const { documents, queries } = corpusNamed(corpusName);
  if (job === "build") writeFileSync(file, await engine.build(documents));
  else console.log(JSON.stringify(await measure(engine, queries, readFileSync(file))));
}

/** Milliseconds to load and to answer a first query, in a process that did nothing else. */
async function startMs({ load }: Engine, shipped: Uint8Array): Promise<number> {
  const start = performance.now();
  const { find, answer = find } = await load(shipped);
  answer("array");
  return performance.now() - start;
}

async function measure(
  { load }: Engine,
  queries: Corpus["queries"],
  shipped: Uint8Array,
): Promise<Measures> {
  global.gc?.();
  const before = process.memoryUsage();
  const { find, answer = find } = await load(shipped);
  global.gc?.();
  const after = process.memoryUsage();
  const relevance = (way: keyof typeof disturb): number =>
    queries.reduce((sum, { text, grades }) => sum + ndcg(find(disturb[way](text)), grades), 0) /
    queries.length;
  const [plain, typo, cut] = [relevance("plain"), relevance("typo"), relevance("cut")];
  const repeated = leastTimes(queries, answer, ROUNDS);
  const fresh = await load(shipped);
  const once = leastTimes(queries, fresh.answer ?? fresh.find, 1);
  return {
    plain,
    typo,
    cut,
    gzip: gzipSync(shipped, { level: 9 }).length,
    once,
    repeated,
    heapMegabytes:
      (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6,
  };
}

function leastTimes(
  queries: Corpus["queries"],
  answer: (query: string) => unknown,
  rounds: number,
): [p50: number, p99: number] {
  const least = new Map<string, number>();
  const until = performance.now() + MAX_MILLISECONDS;
  for (let round = 0; round < rounds; round++) {
    for (const { text } of queries) {
      const from = performance.now();
      answer(text);
      const time = 1000 * (performance.now() - from);
      least.set(text, Math.min(time, least.get(text) ?? Infinity));
      if (performance.now() > until && least.size > 50) break;
    }
  }
  const times = [...least.values()].sort((a, b) => a - b);
  return [times[Math.floor(times.length / 2)] ?? 0, times[Math.floor(times.length * 0.99)] ?? 0];
}
