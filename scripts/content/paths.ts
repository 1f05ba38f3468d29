import { readlinkSync, realpathSync } from "node:fs";
import nodePath, { basename, dirname, join, resolve } from "node:path";

/** The file at the root of a content folder that declares its collections. */
export const CONFIG_FILE = "collections.yaml";

/** The folder a file lies in, without a trailing slash; empty at the root. @param file a path with `/` */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/** The name of a file or folder: what follows the last slash of its path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path without what follows the last dot of its name. */
export function withoutExtension(file: string): string {
  return file.slice(0, file.lastIndexOf("."));
}

/** Whether a file is a note, by its name or its path. */
export function isNoteFile(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/**
 * Whether a path is a folder or lies in it, as the two are written.
 * @param system how paths are written, default: as on this machine
 */
export function isWithin(path: string, folder: string, system: typeof nodePath.posix = nodePath) {
  const way = system.relative(folder, path);
  return way !== ".." && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way);
}

/** Where a path leads through its symbolic links; undefined where that is nowhere. */
export function targetOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** An absolute path without symbolic links, even where what they lead to does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    // A drive of Windows may not be there, and nothing is above it.
    if ((error as NodeJS.ErrnoException).code === "ELOOP" || parent === path) return path;
    const folder = realPath(parent);
    try {
      return realPath(resolve(folder, readlinkSync(path)));
    } catch {
      // It is no symbolic link.
      return join(folder, basename(path));
    }
  }
}
