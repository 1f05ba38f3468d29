import type { BuildResult } from "./build-result.ts";
import { buildKey } from "./cache/build-key.ts";
import type { BuildStore } from "./cache/build-store.ts";
import { CacheFile } from "./cache/cache-file.ts";
import { survey } from "./cache/survey.ts";
import { upToDate } from "./cache/up-to-date.ts";
import type { BuildOptions } from "./options/build-options.ts";
import { BUILD_USAGE, parseBuildOptions } from "./options/parse-build-options.ts";
import { lockOutput } from "./output/lock-output.ts";
import { outputPlaces } from "./output/output-places.ts";
import { toOutputError } from "./output/to-output-error.ts";
import { openProgress } from "./progress/open-progress.ts";
import type { Progress } from "./progress/progress.ts";
import { SILENT } from "./progress/silent.ts";
import { StageClock } from "./progress/stage-clock.ts";
import { stageShares } from "./progress/stage-shares.ts";
import { report } from "./report.ts";
import { runCommand } from "./run-command.ts";

/**
 * Builds a folder of notes, or finds that nothing is to be done: content and output are compared with
 * what the last build left, and only what is not as it was is done again. A check starts from nothing.
 * @param store keeps what a build leaves to the next one; default: a file beside the output
 * @throws OutputError, ContentError
 */
export async function build(
  options: BuildOptions,
  progress: Progress = SILENT,
  store: BuildStore = new CacheFile(outputPlaces(options.outDir).cache),
): Promise<BuildResult> {
  const started = performance.now();
  using _ = options.check ? undefined : await lockOutput(options.outDir);
  const key = buildKey(options);
  const last = options.check ? undefined : store.load(key);
  const seen = last && (await survey(options, last.ignore, last, progress));
  if (last && seen?.isUpToDate) return upToDate(last, options.contentDir, started);
  // Loaded here: a build with nothing to do would take most of its time to load code.
  const { run } = await import("./run.ts");
  try {
    return await run({ options, key, last, seen, store, progress, started });
  } catch (error) {
    throw toOutputError(error, options.outDir);
  }
}

if (import.meta.main) {
  await runCommand(async () => {
    const options = parseBuildOptions(process.argv.slice(2), process.env);
    if (options.help) {
      process.stdout.write(BUILD_USAGE);
      return 0;
    }
    if (options.fix) {
      const { mend } = await import("./mend.ts");
      const { problems } = await build(options);
      process.stdout.write(
        mend(options.contentDir, problems)
          .map((line) => `${line}\n`)
          .join(""),
      );
    }
    const clock = new StageClock(openProgress(options, process.env));
    const result = await build(options, clock);
    report(result, options);
    if (options.verbose) process.stderr.write(stageShares(clock.times, performance.now()));
    return result.problems.some((problem) => problem.severity === "error") ? 1 : 0;
  });
}
