import type { BuildResult } from "./build-result.ts";
import { buildKey } from "./cache/build-key.ts";
import type { BuildStore } from "./cache/build-store.ts";
import { CacheFile } from "./cache/cache-file.ts";
import { survey } from "./cache/survey.ts";
import { surveyTouched } from "./cache/survey-touched.ts";
import { upToDate } from "./cache/up-to-date.ts";
import type { BuildOptions } from "./options/build-options.ts";
import { lockOutput } from "./output/lock-output.ts";
import { outputPlaces } from "./output/output-places.ts";
import { toOutputError } from "./output/to-output-error.ts";
import type { Progress } from "./progress/progress.ts";
import { SILENT } from "./progress/silent.ts";

/** One build, and no code is loaded that it does not need. @throws OutputError, ContentError */
export async function buildOnce(
  options: BuildOptions,
  progress: Progress = SILENT,
  store: BuildStore = new CacheFile(outputPlaces(options.outDir).cache),
  touched?: ReadonlySet<string>,
): Promise<BuildResult> {
  const started = performance.now();
  using _ = options.check ? undefined : await lockOutput(options.outDir);
  const key = buildKey(options);
  const last = options.check ? undefined : store.load(key);
  const seen =
    last &&
    ((touched && surveyTouched(options.contentDir, touched, last)) ??
      (await survey(options, last.ignore, last, progress)));
  if (last && seen?.isUpToDate) return upToDate(last, options.contentDir, started);
  const { run } = await import("./run.ts");
  try {
    return await run({ options, key, last, seen, store, progress, started });
  } catch (error) {
    throw toOutputError(error, options.outDir);
  }
}
