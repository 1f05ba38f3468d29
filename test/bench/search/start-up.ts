/**
 * The time from the start of a process of workerd to its first answer: a Worker that only searches,
 * beside one that returns a constant, in turns.
 *
 *     node test/bench/search/start-up.ts [corpus]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { writeSearchIndex } from "../../../scripts/search-index/write-search-index.ts";
import { workerdConfig } from "../../edge/workerd-config.ts";

import { median } from "../edge/median.ts";
import { Requests } from "../edge/requests.ts";
import { startUpMs } from "../edge/start-up-ms.ts";
import { corpora } from "./corpus.ts";

const STARTS = 15;
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
  const request = new Requests(["/?q=array"]).next();
  const times = { constant: [] as number[], search: [] as number[] };
  for (let i = 0; i < STARTS; i++) {
    for (const worker of ["constant", "search"] as const) {
      times[worker].push(await startUpMs(configOf(workers[worker]), folder, request));
    }
  }
  const [constant, search] = [times.constant, times.search];
  console.log(
    `${name}, ${documents.length} documents, start to first answer, ms: ` +
      `search ${median(search).toFixed(1)} (least ${Math.min(...search).toFixed(1)}), ` +
      `constant ${median(constant).toFixed(1)} (least ${Math.min(...constant).toFixed(1)}), ` +
      `so ${(median(search) - median(constant)).toFixed(1)} of its own ` +
      `(${(Math.min(...search) - Math.min(...constant)).toFixed(1)})`,
  );
} finally {
  rmSync(folder, { recursive: true });
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
