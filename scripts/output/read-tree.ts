import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The files under a folder, relative to it, with `/`; none where there is no folder. */
export function readTree(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
}
