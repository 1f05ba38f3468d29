import { lstatSync, type Stats, statSync } from "node:fs";

/**
 * What lies at a path; undefined where nothing does or nothing can be reached, as behind what was a folder
 * and is a file now.
 * @param follow a symbolic link to what it leads to
 */
export function statsOf(path: string, follow = false): Stats | undefined {
  try {
    return (follow ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
