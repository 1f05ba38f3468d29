import { runCommand } from "../cli/command.ts";
import { BUILD_USAGE, parseBuildOptions } from "../cli/options.ts";
import { run } from "../pipeline/run.ts";
import { fixNotes } from "../problems/fix.ts";
import { printReport } from "../report/print.ts";
import { openProgress } from "../report/progress.ts";
import { printable } from "../report/terminal.ts";

/** `npm run build` and `npm run check`: reads the options, builds, reports, and returns the exit code. */
async function build(args: readonly string[]): Promise<number> {
  const options = parseBuildOptions(args, process.env);
  if (options.fix) {
    const { problems } = await run(options);
    // With --report json, standard output is only for the JSON.
    const shown = options.report === "json" ? process.stderr : process.stdout;
    for (const line of fixNotes(options.contentDir, problems)) shown.write(`${printable(line)}\n`);
  }
  const result = await run(options, openProgress(options, process.env));
  printReport(result, options);
  return result.counts.some(({ severity }) => severity === "error") ? 1 : 0;
}

await runCommand(build, BUILD_USAGE);
