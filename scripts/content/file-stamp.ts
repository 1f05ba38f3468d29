import type { Stats } from "node:fs";
import { statsOf } from "./stats-of.ts";

/** What tells that a file was not written since. Times in milliseconds since 1970. */
export interface FileStamp {
  /** Bytes. */
  size: number;
  mtime: number;
  /** The number that the file system gives the file. */
  ino: number;
  /** Of the last change to the file or to its name: moving a file sets it. */
  ctime: number;
}

/** The stamp of a file; undefined where there is none. @param follow a symbolic link to what it leads to */
export function fileStamp(path: string, follow = false): FileStamp | undefined {
  const stats = statsOf(path, follow);
  return stats?.isFile() ? stampOf(stats) : undefined;
}

export function stampOf({ size, mtimeMs, ino, ctimeMs }: Stats): FileStamp {
  return { size, mtime: mtimeMs, ino, ctime: ctimeMs };
}
