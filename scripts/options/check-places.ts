import { resolve } from "node:path";
import { isWithin } from "../content/is-within.ts";
import { realPath } from "../content/real-path.ts";
import type { BuildOptions } from "./build-options.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Refuses an output folder that other things live in: a build puts another folder in its place.
 * @throws UsageError where the output folder is or holds the folder that the build runs in, or the notes
 */
export function checkPlaces({
  contentDir,
  outDir,
}: Pick<BuildOptions, "contentDir" | "outDir">): void {
  const out = realPath(resolve(outDir));
  const fault = isWithin(realPath(process.cwd()), out)
    ? "holds the folder that the build runs in"
    : isWithin(realPath(resolve(contentDir)), out) && "holds the notes";
  if (fault) throw new UsageError(`--out ${outDir} ${fault}: choose a folder of its own.`);
}
