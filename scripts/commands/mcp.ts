import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import manifest from "../../package.json" with { type: "json" };
import { answerLines } from "../../server/stdio.ts";
import type { Route } from "../../worker/contract/route.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { PASSED_ON, parseBuildOptions, splitOptions } from "../cli/options.ts";
import { DEFAULT_CONTENT, DEFAULT_OUTPUT, IS_PACKAGE, typed } from "../cli/program.ts";
import { isServed } from "../output/write.ts";
import { Builder } from "../pipeline/builder.ts";
import type { BuildOptions } from "../pipeline/memory.ts";
import type { Progress } from "../report/progress.ts";
import type { RunResult } from "../report/result.ts";
import { rebuildOnChange, reportingRun } from "./rebuild.ts";

const USAGE = `Usage: ${IS_PACKAGE ? typed("mcp", "[FOLDER] [options]") : "node scripts/cli/main.js mcp [FOLDER] [options]"}

Offers the notes in FOLDER as tools of the Model Context Protocol, over standard input and
output, to a program on this machine that starts it, such as Claude Desktop. Builds the
notes first, and again whenever one changes; reports go to standard error. Ends when its
input ends.

Options:
  --content DIR         the notes, in place of FOLDER (default: ${DEFAULT_CONTENT})
  --out DIR             where the output goes (default: ${DEFAULT_OUTPUT})
  --ignore GLOB, --attachments URL, --language CODE, --rule NAME=SEVERITY
                        as in ${typed("build")}
  -h, --help            show this
`;

/** The most errors of a build that the tools name. */
const MAX_ERRORS = 3;

/** Builds, answers messages, and rebuilds whenever the content changes, until the input ends. */
async function offerTools(args: readonly string[]): Promise<number> {
  const { build, others } = splitOptions(args, [...PASSED_ON, "--out"]);
  const { positionals } = parseArguments(others, { allowPositionals: true, options: {} });
  const options = { ...parseBuildOptions([...build, ...positionals], {}), quiet: true };
  const notes = new LocalNotes(options);
  const runAndReport = reportingRun(options, (...run) => notes.build(...run));
  // Reports an error, and goes on: the tools say what is wrong.
  const first = runCommand(async () => ((await runAndReport()) ? 0 : 1));
  rebuildOnChange(options, first, runAndReport);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
  await answerLines({
    folder: options.outDir,
    version: manifest.version.replaceAll(".", "-"),
    input: process.stdin,
    output: process.stdout,
    addressOf: (route) => notes.addressOf(route),
    routeAt: (address) => notes.routeAt(address),
    whyNotBuilt: () => first.then(() => notes.fault),
  });
  // A build that is running may end halfway: the next one starts from the last good output.
  process.exit(0);
}

/** The notes of a folder, and where their files are. */
class LocalNotes {
  readonly #options: BuildOptions;
  #builder: Builder | undefined;
  #isServed = false;
  #addresses: ReadonlyMap<Route, string> = new Map();
  #routes: ReadonlyMap<string, Route> = new Map();
  /** Why there is no output, if there is none. */
  fault = "";

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  /** As `Builder.run`. Writes nothing while a server builds into the same folder, which may have other options. */
  async build(progress?: Progress, changed?: ReadonlySet<string>): Promise<RunResult> {
    const check = isServed(this.#options.outDir);
    if (check !== this.#isServed) this.#builder = undefined;
    this.#isServed = check;
    this.#builder ??= new Builder({ ...this.#options, check });
    try {
      const result = await this.#builder.run(progress, changed);
      this.#read(result);
      return result;
    } catch (error) {
      this.fault = `The notes could not be built. ${(error as Error).message}`;
      throw error;
    }
  }

  #read({ notes, problems }: RunResult): void {
    const { contentDir } = this.#options;
    const addresses = notes.map(({ file, route }) => [route, addressAt(contentDir, file)] as const);
    this.#addresses = new Map(addresses);
    this.#routes = new Map(addresses.map(([route, address]) => [address, route]));
    const errors = problems.filter(({ severity }) => severity === "error");
    const named = errors
      .slice(0, MAX_ERRORS)
      .map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
    this.fault =
      errors.length === 0
        ? "The notes are not built yet. Try again in some seconds."
        : `The notes could not be built, because they have errors (${errors.length}). ${named.join(" ")}`;
  }

  addressOf(route: Route): string {
    return this.#addresses.get(route) ?? addressAt(this.#options.contentDir);
  }

  routeAt(address: string): Route | undefined {
    return this.#routes.get(address);
  }
}

function addressAt(...path: readonly string[]): string {
  return pathToFileURL(resolve(...path)).href;
}

await runCommand(offerTools, USAGE);
