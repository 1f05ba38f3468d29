import { existsSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import { startServerThread } from "../../server/thread.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { PASSED_ON, parseBuildOptions, splitOptions } from "../cli/options.ts";
import { IS_PACKAGE, typed } from "../cli/program.ts";
import type { Problem } from "../diagnostics/diagnostics.ts";
import { lockForServer, outputFilter } from "../output/write.ts";
import { Builder } from "../pipeline/builder.ts";
import type { BuildOptions } from "../pipeline/memory.ts";
import { printReport, type ReportOptions } from "../report/print.ts";
import { openProgress, SILENT } from "../report/progress.ts";
import {
  checkPort,
  SERVER_FORMS,
  SERVER_OPTIONS,
  SERVER_OPTIONS_HELP,
  serve,
  serverOptions,
} from "./server-options.ts";
import { watchFolder } from "./watch-folder.ts";

const COMMANDS = `
Other commands: build, check, serve, deploy and smoke, as in "${typed("build", "--help")}".
--version shows the version.
`;

const USAGE = `Usage: ${typed("start", "[FOLDER] [options]")}

Builds the notes, serves the API at http://localhost:8787, and rebuilds whenever a note
changes. If a change has errors, they are reported, and the last good build is still
served. A browser that opens the address gets a page to try the API.

Options:
  --content DIR, --out DIR, --ignore GLOB, --attachments URL, --language CODE,
  --rule NAME=SEVERITY  as in ${typed("build")}
${SERVER_OPTIONS_HELP}  -h, --help            show this
${IS_PACKAGE ? COMMANDS : ""}`;

const CONFIG = { allowPositionals: true, options: SERVER_OPTIONS } as const;

/** Changes that follow each other this quickly, as when an editor saves or git checks out, cause one build. */
const SETTLE_MS = 25;

/** Builds, serves the output, and rebuilds whenever the content changes. */
async function start(args: readonly string[]): Promise<number> {
  const { build, others } = splitOptions(args, [...PASSED_ON, "--out"]);
  const { values, positionals } = parseArguments(others, CONFIG, SERVER_FORMS);
  const options = parseBuildOptions([...build, ...positionals], {});
  const server = {
    ...serverOptions(values, process.env),
    folder: options.outDir,
    pageTitle: basename(resolve(options.contentDir)),
  };
  lockForServer(options.outDir);
  await checkPort(server);
  const runAndReport = reportingRun(options);
  const first = runAndReport();
  // Watches from the start, to see changes made while the first build runs.
  rebuildOnChange(options, first, runAndReport);
  const isBuilt = await first;
  if (!isBuilt && !existsSync(options.outDir)) return 1;
  // In a thread, so that a build does not hold up answers.
  const code = await serve(server.port, () => startServerThread(server));
  // A build that is running may end halfway: the next one starts from the last good output.
  process.exit(code);
}

/** Returns a function that builds and reports, without repeating warnings, of which some vaults have many. */
function reportingRun(options: BuildOptions & ReportOptions) {
  const builder = new Builder(options);
  let previous: readonly Problem[] | undefined;
  return async (changed?: ReadonlySet<string>) => {
    // Later builds are short, and a bar would mix with the server's output.
    const progress = previous ? SILENT : openProgress(options, process.env);
    const result = await builder.run(progress, changed);
    printReport(result, options, previous);
    previous = result.problems;
    return !result.counts.some(({ severity }) => severity === "error");
  };
}

/**
 * Rebuilds when the content changes, one build at a time; changes during a build cause one more.
 * @param first the build that is already running
 */
function rebuildOnChange(
  { contentDir, outDir }: BuildOptions,
  first: Promise<unknown>,
  runAndReport: ReturnType<typeof reportingRun>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = first.catch(() => undefined);
  /** The files that changed since the last build; undefined if they are unknown. */
  let changed: Set<string> | undefined = new Set();
  const rebuild = () => {
    const files = changed;
    changed = new Set();
    return runCommand(async () => ((await runAndReport(files)) ? 0 : 1));
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

await runCommand(start, USAGE);
