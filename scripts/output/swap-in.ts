import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeReady } from "./make-ready.ts";
import type { OutputPlaces } from "./output-places.ts";
import { ownFiles } from "./own-files.ts";
import { SpareLag } from "./spare-lag.ts";

/**
 * Puts the staged files in place: at every moment the output folder is the old one or the new one.
 * Nothing is done where nothing changed, and one changed file is renamed over the old one. Else a whole
 * folder is made ready beside it, of the same files (hard links), and takes its name. The old folder
 * stays as a spare, which the next such change brings up to date in as many steps as it is behind.
 * What others put into the output folder is kept.
 * @param paths of all files of the output, relative to it
 * @param isSameSet whether they are those of the last output
 * @param changed those in the staging folder; all others are in the output as they should be
 */
export function swapIn(
  places: OutputPlaces,
  paths: ReadonlySet<string>,
  isSameSet: boolean,
  changed: readonly string[],
): void {
  const { out, staging, retired, spare } = places;
  if (!existsSync(out)) {
    renameSync(staging, out);
    return;
  }
  const before = isSameSet ? [] : [...ownFiles(out)];
  const removed = new Set(before.filter((path) => !paths.has(path)));
  if (changed.length + removed.size === 0) return;
  const lag = new SpareLag(places);
  const [only] = changed;
  if (only !== undefined && changed.length + removed.size === 1 && existsSync(join(out, only))) {
    lag.add([only]);
    renameSync(join(staging, only), join(out, only));
    return;
  }
  const ready = makeReady(places, lag, paths, changed, removed);
  renameSync(out, retired);
  renameSync(ready, out);
  rmSync(spare, { recursive: true, force: true });
  renameSync(retired, spare);
  lag.set([...changed, ...removed]);
}
