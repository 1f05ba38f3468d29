/** `npm run bench -- PART [arguments of the part]` */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const USAGE = `Usage: npm run bench -- build|start|edge|agents|search|plot [arguments]

  build    time and memory of a build, compared with Hugo
  start    time until npm start serves a changed note
  edge     requests per second of the Worker, compared with Workers that do nothing
  agents   tokens that an agent reads to find a note, through /mcp and by plain HTTP
  search   quality and speed of the search, compared with other search libraries
           (SEARCH_CORPORA=DIR in the environment names judged corpora)
  plot     draws the plots in docs/ from the figures in docs/benchmarks.md

Each part explains its arguments with --help.
`;

const [part = "", ...rest] = process.argv.slice(2);
const script = [`${part}.ts`, `${part}/bench.ts`]
  .map((file) => join(import.meta.dirname, file))
  .find((file) => /^\w+$/.test(part) && part !== "bench" && existsSync(file));
if (script === undefined) {
  (part === "--help" || part === "-h" ? process.stdout : process.stderr).write(USAGE);
  process.exitCode = part.startsWith("-") ? 0 : 2;
} else {
  process.exitCode =
    spawnSync(process.execPath, [script, ...rest], { stdio: "inherit" }).status ?? 1;
}
