/**
 * From the start of a process of workerd to its first answer, time and CPU time: a Worker that only
 * searches, beside one that returns a constant, in turns. CPU time is told in steps of 10 ms; its mean
 * over the starts is finer, and other work on the machine disturbs it less.
 *
 *     node test/bench/search/start-up.ts [corpus]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { writeSearchIndex } from "../../../scripts/search-index/write-search-index.ts";
import { HttpConnection } from "../../edge/http-connection.ts";
import { Workerd } from "../../edge/workerd.ts";
import { workerdConfig } from "../../edge/workerd-config.ts";

import { median } from "../edge/median.ts";
import { Requests } from "../edge/requests.ts";
import { corpora } from "./corpus.ts";

const STARTS = 20;
const COMPATIBILITY_DATE = "2026-01-01";
const CONSTANT = `export default { fetch: () => new Response('{"ok":true}') };`;
const SEARCH = `
  import file from "./search-index.bin";
  import { openIndex } from "./open-index.ts";
  import { searchResponse } from "./search-response.ts";
  let index;
  export default {
    fetch(request) {
      index ??= openIndex(file);
      return new Response(searchResponse(index, new URL(request.url).searchParams.get("q")));
    },
  };`;

const [wanted = "mdn-moved"] = process.argv.slice(2);
const { documents, name } = corpora().find((corpus) => corpus.name === wanted) ?? corpora()[0]!;
const folder = mkdtempSync(join(tmpdir(), "search-start-up-"));
try {
  const workers = { constant: modulesOf("constant"), search: modulesOf("search") };
  writeFileSync(join(workers.constant, "index.js"), CONSTANT);
  writeFileSync(join(workers.search, "index.js"), await bundled());
  writeFileSync(join(workers.search, "search-index.bin"), writeSearchIndex(documents));
  const starts = { constant: [] as Start[], search: [] as Start[] };
  for (let i = 0; i < STARTS; i++) {
    for (const worker of ["constant", "search"] as const) {
      starts[worker].push(await start(configOf(workers[worker])));
    }
  }
  const [constant, search] = [summaryOf(starts.constant), summaryOf(starts.search)];
  console.log(`${name}, ${documents.length} documents, start to first answer, ms`);
  for (const measure of ["least", "median", "cpu"] as const) {
    const [own, none] = [search[measure], constant[measure]].map((ms) => ms.toFixed(1));
    const more = (search[measure] - constant[measure]).toFixed(1);
    console.log(`${measure.padEnd(7)} search ${own}, constant ${none}, so ${more} of its own`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

async function start(config: string): Promise<Start> {
  const started = performance.now();
  const workerd = await Workerd.start(config, folder);
  try {
    const connection = await HttpConnection.open(workerd.port);
    await connection.send(new Requests(["/?q=array"]).next());
    connection.close();
    return { ms: performance.now() - started, cpuMs: workerd.cpuMs };
  } finally {
    await workerd.stop();
  }
}

function summaryOf(starts: readonly Start[]): Record<"least" | "median" | "cpu", number> {
  const times = starts.map(({ ms }) => ms);
  const cpu = starts.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / starts.length;
  return { least: Math.min(...times), median: median(times), cpu };
}

function modulesOf(worker: string): string {
  const modules = join(folder, worker);
  mkdirSync(modules);
  return modules;
}

function configOf(modules: string): string {
  return workerdConfig({ modules, compatibilityDate: COMPATIBILITY_DATE, vars: {} });
}

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: SEARCH,
      resolveDir: join(import.meta.dirname, "../../../worker/search"),
      loader: "js",
    },
    bundle: true,
    external: ["*.bin"],
    format: "esm",
    target: "es2024",
    write: false,
  });
  return outputFiles[0]!.text;
}
