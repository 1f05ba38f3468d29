import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { startServerThread } from "../../server/thread.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { PASSED_ON, parseBuildOptions, splitOptions } from "../cli/options.ts";
import { IS_PACKAGE, typed } from "../cli/program.ts";
import { lockForServer } from "../output/write.ts";
import { Builder } from "../pipeline/builder.ts";
import { rebuildOnChange, reportingRun } from "./rebuild.ts";
import {
  checkPort,
  SERVER_FORMS,
  SERVER_OPTIONS,
  SERVER_OPTIONS_HELP,
  serve,
  serverOptions,
} from "./server-options.ts";

const COMMANDS = `
Other commands: mcp, build, check, serve, deploy and smoke, as in "${typed("build", "--help")}".
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

/** Builds, serves the output, and rebuilds whenever the content changes. */
async function start(args: readonly string[]): Promise<number> {
  const { build, others } = splitOptions(args, [...PASSED_ON, "--out"]);
  const { values, positionals } = parseArguments(others, CONFIG, SERVER_FORMS);
  const parsed = parseBuildOptions([...build, ...positionals], {});
  const options = { ...parsed, pageTitle: basename(resolve(parsed.contentDir)) };
  const server = { ...serverOptions(values, process.env), folder: options.outDir };
  lockForServer(options.outDir);
  await checkPort(server);
  const builder = new Builder(options);
  const runAndReport = reportingRun(options, (...run) => builder.run(...run));
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

await runCommand(start, USAGE);
