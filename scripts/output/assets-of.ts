import type { OutputSize } from "./output-size.ts";

/** The files of an output that the asset store takes and serves. */
export function assetsOf(files: readonly OutputSize[]): OutputSize[] {
  return files.filter((file) => file.path.startsWith("api/"));
}
