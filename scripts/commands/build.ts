import { runCommand } from "../cli/command.ts";
import { parseBuildOptions } from "../cli/options.ts";
import { DEFAULT_CONTENT, DEFAULT_OUTPUT, typed } from "../cli/program.ts";
import { Builder } from "../pipeline/builder.ts";
import { printReport } from "../report/print.ts";
import { openProgress } from "../report/progress.ts";

const USAGE = `Usage: ${typed("build", "[FOLDER] [options]")}
       ${typed("check", "[FOLDER] [options]")}

Builds a folder of Markdown notes into static JSON and a search index.

Options:
  --content DIR         the notes, in place of FOLDER (default: ${DEFAULT_CONTENT})
  --out DIR             where the output goes; a build replaces what is in this folder
                        (default: ${DEFAULT_OUTPUT})
  --ignore GLOB         files to leave out, relative to the notes folder; repeatable,
                        in addition to those in collections.yaml
  --attachments URL     the address below which pictures and other files of the notes
                        folder are published; overrides collections.yaml
  --language CODE       the language of the notes for search: en, de, fr, es, it, pt, nl, sv,
                        ru, tr or fi (default: recognized); overrides collections.yaml
  --report FORMAT       text, json (to standard output) or github (annotations;
                        the default inside GitHub Actions)
  --rule NAME=SEVERITY  the severity of a rule: error, warning or off; repeatable,
                        overrides collections.yaml
  --check               report problems without writing anything (${typed("check")})
  --quiet               print only problems
  --verbose             print every problem
  -h, --help            show this

Exit codes: 0 done, 1 errors in the notes or in writing the output, 2 wrong usage.
`;

/** `npm run build` and `npm run check`: reads the options, builds, reports, and returns the exit code. */
async function build(args: readonly string[]): Promise<number> {
  const options = parseBuildOptions(args, process.env);
  const result = await new Builder(options).run(openProgress(options, process.env));
  printReport(result, options);
  return result.counts.some(({ severity }) => severity === "error") ? 1 : 0;
}

await runCommand(build, USAGE);
