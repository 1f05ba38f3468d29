import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** An absolute path without symbolic links, also where what they lead to is not there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    // A drive of Windows may not be there, and nothing is above it.
    if ((error as NodeJS.ErrnoException).code === "ELOOP" || parent === path) return path;
    const folder = realPath(parent);
    const target = linkTarget(path);
    return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target));
  }
}

/** Undefined for what is no symbolic link. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
