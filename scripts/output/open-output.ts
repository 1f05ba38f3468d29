import { existsSync, readdirSync } from "node:fs";
import { OutputError } from "./output-error.ts";
import { type OutputPlaces, outputPlaces } from "./output-places.ts";
import { recoverOutput } from "./recover-output.ts";
import { SEARCH_INDEX_FILE } from "./search-index-file.ts";
import { SHARED_PATHS } from "./shared-paths.ts";

/**
 * Makes an output folder ready to be built into, whatever a killed build left.
 * @throws OutputError where the folder is not the build's to write to
 */
export function openOutput(outDir: string): OutputPlaces {
  const places = outputPlaces(outDir);
  recoverOutput(places);
  const strange = strangeEntry(places.out);
  if (strange === undefined) return places;
  throw new OutputError(
    `${outDir} holds ${strange}, which no build made. Choose another folder with --out, or empty this one.`,
  );
}

/** An entry under a name of the build's in a folder that no build made. */
function strangeEntry(out: string): string | undefined {
  const own = new Set<string>(SHARED_PATHS.map((path) => path.split("/")[0]!));
  const entries = existsSync(out) ? readdirSync(out) : [];
  return entries.includes(SEARCH_INDEX_FILE) ? undefined : entries.find((entry) => own.has(entry));
}
