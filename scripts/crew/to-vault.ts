import type { LastBuild } from "../cache/last-build.ts";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { PlacedFile } from "../notes/place-files.ts";
import type { VaultFile } from "./vault-file.ts";

/** Files at their places, with what they hold: as it was just parsed, or as the last build knows it. */
export function toVault(
  placed: readonly PlacedFile[],
  parsed: readonly ParsedFile[],
  last: LastBuild | undefined,
): VaultFile[] {
  const fresh = new Map(parsed.map((each) => [each.file, each]));
  const known = (file: string) => last?.files.byPath.get(file)?.parsed;
  return placed.map((place) => ({
    ...place,
    parsed: fresh.get(place.file) ?? known(place.file) ?? { file: place.file, findings: [] },
  }));
}
