import { mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkFile } from "./link-file.ts";
import type { OutputPlaces } from "./output-places.ts";
import { readTree } from "./read-tree.ts";
import type { SpareLag } from "./spare-lag.ts";

/**
 * Makes a whole output ready: what is staged, and from the output all else but what was removed.
 * @param paths of all files of it
 * @returns the folder it lies in: the spare where it can be brought up to date, else the staging folder
 */
export function makeReady(
  places: OutputPlaces,
  lag: SpareLag,
  paths: ReadonlySet<string>,
  changed: readonly string[],
  removed: ReadonlySet<string>,
): string {
  const behind = lag.read();
  lag.forget();
  const ready = behind ? places.spare : places.staging;
  for (const path of behind ?? []) rmSync(join(ready, path), { force: true });
  if (behind) move(changed, places.staging, ready);
  complete(places.out, ready, paths, new Set(changed), removed);
  return ready;
}

function move(paths: readonly string[], from: string, to: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    renameSync(join(from, path), join(to, path));
  }
}

/** What others put into the output is taken from there, where they may have written it anew: the spare has it as it was. */
function complete(
  out: string,
  ready: string,
  paths: ReadonlySet<string>,
  changed: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): void {
  const missing = new Set(readTree(out));
  for (const path of readTree(ready)) {
    const isRight = changed.has(path) || (paths.has(path) && missing.has(path));
    if (isRight) missing.delete(path);
    else discard(ready, path);
  }
  for (const path of missing) {
    if (removed.has(path)) continue;
    if (path.endsWith("/")) mkdirSync(join(ready, path), { recursive: true });
    else linkFile(join(out, path), join(ready, path));
  }
}

/** Removes a file or an empty folder, and the folders that it leaves empty. */
function discard(root: string, path: string): void {
  if (path.endsWith("/")) rmdirSync(join(root, path));
  else rmSync(join(root, path), { force: true });
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      rmdirSync(join(root, folder));
    }
  } catch {
    // A folder that is not empty stays, and all around it.
  }
}
