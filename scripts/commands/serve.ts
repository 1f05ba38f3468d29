import { existsSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../../server/server.ts";
import { SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { contentFolder } from "../cli/options.ts";
import { DEFAULT_CONTENT, DEFAULT_OUTPUT, defaultOutput, typed, typedFor } from "../cli/program.ts";
import { ContentError } from "../diagnostics/errors.ts";
import {
  SERVER_FORMS,
  SERVER_OPTIONS,
  SERVER_OPTIONS_HELP,
  serve,
  serverOptions,
} from "./server-options.ts";

const USAGE = `Usage: ${typed("serve", "[FOLDER] [options]")}

Serves the last build of the notes in FOLDER, with the same responses as the Worker. A
new build is served at once. On SIGTERM, in-flight responses are completed first.

Options:
  --content DIR         the notes, in place of FOLDER (default: ${DEFAULT_CONTENT})
  --out DIR             the built folder (default: ${DEFAULT_OUTPUT})
${SERVER_OPTIONS_HELP}  -h, --help            show this

Exit codes: 0 ended by a signal, 1 it cannot be served, 2 wrong usage.
`;

const CONFIG = {
  allowPositionals: true,
  options: { content: { type: "string" }, out: { type: "string" }, ...SERVER_OPTIONS },
} as const;

async function serveBuild(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, CONFIG, SERVER_FORMS);
  const options = serverOptions(values, process.env);
  const content = contentFolder(positionals, values.content);
  const folder = values.out ?? defaultOutput(content);
  if (!existsSync(join(folder, SEARCH_INDEX_FILE))) {
    const build = typedFor("build", content, values.out === undefined ? [] : ["--out", folder]);
    throw new ContentError(`There is no build in ${folder}. Make one with ${build}.`);
  }
  return serve(options.port, () => startServer({ ...options, folder }));
}

await runCommand(serveBuild, USAGE);
