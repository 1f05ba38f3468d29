import { spawn } from "node:child_process";
import { existsSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "../cli/command.ts";
import { type BuildOptions, parseBuildOptions, START_USAGE, splitOptions } from "../cli/options.ts";
import { SEARCH_INDEX_FILE } from "../output/emit.ts";
import { lockForServer, outputFilter, outputPlaces } from "../output/write.ts";
import { NoteCache } from "../pipeline/cache.ts";
import { run } from "../pipeline/run.ts";
import type { Problem } from "../problems/problems.ts";
import { printReport } from "../report/print.ts";
import { openProgress, SILENT } from "../report/progress.ts";
import { watchFolder } from "./watch-folder.ts";

/** Changes that follow each other this quickly, as when an editor saves or git checks out, cause one build. */
const SETTLE_MS = 25;

/** The longest delay of a timer, 25 days. */
const NEVER_MS = 2 ** 31 - 1;

/** Builds, serves the output with `wrangler dev`, and rebuilds whenever the content changes. */
async function start(args: readonly string[]): Promise<number> {
  const { build, others } = splitOptions(args);
  const options = parseBuildOptions(build, {});
  lockForServer(options.outDir);
  const runAndReport = reportingRun(options);
  const first = runAndReport();
  // Watches from the start, to see changes made while the first build runs.
  rebuildOnChange(options, first, runAndReport);
  const isBuilt = await first;
  return isBuilt || existsSync(options.outDir) ? serve(others) : 1;
}

/** Returns a function that builds and reports, without repeating warnings, of which some vaults have many. */
function reportingRun(options: BuildOptions) {
  const { outDir } = options;
  const cache = new NoteCache(outputPlaces(outDir).cache);
  let known: readonly Problem[] | undefined;
  /** Number of output files that are not notes. */
  let otherFiles: number | undefined;
  return async (changed?: ReadonlySet<string>): Promise<boolean> => {
    // Later builds are short, and a bar would mix with the server's output.
    const progress = known ? SILENT : openProgress(options, process.env);
    const result = await run(options, progress, cache, changed);
    printReport(result, options, known);
    known = result.problems;
    if (result.counts.some(({ severity }) => severity === "error")) return false;
    const before = otherFiles;
    otherFiles = result.figures!.files - result.notes.length;
    const now = new Date();
    // As if the index had changed, because wrangler does not know a part that was added.
    if ((before ?? otherFiles) !== otherFiles)
      utimesSync(join(outDir, SEARCH_INDEX_FILE), now, now);
    return true;
  };
}

/**
 * Rebuilds when the content changes, one build at a time; changes during a build cause one more.
 * @param first the build that is already running
 */
function rebuildOnChange(
  { contentDir, outDir }: BuildOptions,
  first: Promise<boolean>,
  runAndReport: ReturnType<typeof reportingRun>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let running = first.catch(() => false);
  /** The files that changed since the last build; undefined if they are unknown. */
  let changed: Set<string> | undefined = new Set();
  const rebuild = async (hasSucceeded: boolean) => {
    const files = hasSucceeded ? changed : undefined;
    changed = new Set();
    let succeeds = false;
    await runCommand(async () => {
      succeeds = await runAndReport(files);
      return succeeds ? 0 : 1;
    });
    return succeeds;
  };
  watchFolder(contentDir, outputFilter(contentDir, outDir), (name) => {
    if (name === null) changed = undefined;
    else changed?.add(name.replaceAll(sep, "/"));
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rebuild);
    }, SETTLE_MS).unref();
  });
}

/**
 * Runs `wrangler dev` until it exits, also when the terminal is interrupted.
 *
 * Whenever an asset changes, wrangler would list all of them and restart its server, which takes seconds with
 * 14,000 notes. So it watches only the index, which changes when a note is added, removed or renamed, and is
 * touched when a part is added or removed; other files are read on each request, as `LIVE_FILES` tells the Worker.
 */
function serve(wranglerArgs: readonly string[]): Promise<number> {
  const manifest = createRequire(import.meta.url).resolve("wrangler/package.json");
  const wrangler = join(dirname(manifest), "bin", "wrangler.js");
  const page = pathToFileURL(join(import.meta.dirname, "../../docs/index.html"));
  console.log(`Try the API on this page: ${page}`);
  const args = [wrangler, "dev", ...wranglerArgs, "--var", "LIVE_FILES:true"];
  const env = {
    // Avoids a request to Cloudflare at startup; the service needs nothing from the network.
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    CHOKIDAR_USEPOLLING: "true",
    CHOKIDAR_INTERVAL: String(NEVER_MS),
    ...process.env,
  };
  const child = spawn(process.execPath, args, { stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      // As in shells: 128 plus the number of the signal that ended the process.
      const ended = signal === null ? (code ?? 0) : 128 + constants.signals[signal];
      resolve(ended);
      process.exit(ended);
    });
  });
}

await runCommand(start, START_USAGE);
