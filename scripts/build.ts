import type { BuildResult } from "./build-result.ts";
import type { BuildStore } from "./cache/build-store.ts";
import type { BuildOptions } from "./options/build-options.ts";
import type { Progress } from "./progress/progress.ts";

/**
 * Builds a folder of notes, or finds that nothing is to be done: content and output are compared with
 * what the last build left, and only what is not as it was is done again. A check starts from nothing.
 * @param progress default: says nothing
 * @param store keeps what a build leaves to the next one; default: a file beside the output
 * @param touched the only files of the content that may have changed since, while the output did not; default: any
 * @throws OutputError, ContentError
 */
export async function build(
  options: BuildOptions,
  progress?: Progress,
  store?: BuildStore,
  touched?: ReadonlySet<string>,
): Promise<BuildResult> {
  const { buildOnce } = await import("./build-once.ts");
  return buildOnce(options, progress, store, touched);
}

if (import.meta.main) {
  // All else is loaded after this, so that it is compiled once and not in every run.
  await import("./keep-compiled.js");
  const { buildCommand } = await import("./build-command.ts");
  await buildCommand(process.argv.slice(2));
}
