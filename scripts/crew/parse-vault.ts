import type { LastBuild } from "../cache/last-build.ts";
import type { PlacedFile } from "../notes/place-files.ts";
import type { Crew } from "./crew.ts";
import type { VaultFile } from "./vault-file.ts";

/** Parses what may have changed, and takes all else from the last build. */
export async function parseVault(
  crew: Crew,
  placed: readonly PlacedFile[],
  stale: ReadonlySet<string>,
  last: LastBuild | undefined,
): Promise<VaultFile[]> {
  const known = (file: string) => last?.files.byPath.get(file)?.parsed;
  const orders = placed
    .filter(({ file }) => stale.has(file))
    .map(({ file }) => ({ file, digest: known(file)?.digest }));
  const parsed = new Map((await crew.parse(orders)).map((each) => [each.file, each]));
  return placed.map((place) => ({
    ...place,
    parsed: parsed.get(place.file) ?? known(place.file) ?? { file: place.file, findings: [] },
  }));
}
