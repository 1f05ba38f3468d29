import { mend } from "./mend.ts";
import { BUILD_USAGE, parseBuildOptions } from "./options/parse-build-options.ts";
import { openProgress } from "./progress/open-progress.ts";
import { StageClock } from "./progress/stage-clock.ts";
import { stageShares } from "./progress/stage-shares.ts";
import { report } from "./report.ts";
import { printable } from "./reports/printable.ts";
import { run } from "./run.ts";
import { runCommand } from "./run-command.ts";

/** `npm run build` and `npm run check`: reads the options, builds, reports, and sets the exit code. */
async function build(args: readonly string[]): Promise<number> {
  const options = parseBuildOptions(args, process.env);
  if (options.help) {
    process.stdout.write(BUILD_USAGE);
    return 0;
  }
  if (options.fix) {
    const { problems } = await run(options);
    // Standard output is the JSON's alone.
    const shown = options.report === "json" ? process.stderr : process.stdout;
    for (const line of mend(options.contentDir, problems)) shown.write(`${printable(line)}\n`);
  }
  const clock = new StageClock(openProgress(options, process.env));
  const result = await run(options, clock);
  report(result, options);
  if (options.verbose) process.stderr.write(stageShares(clock.times, performance.now()));
  return result.problems.some((problem) => problem.severity === "error") ? 1 : 0;
}

await runCommand(() => build(process.argv.slice(2)));
