import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * The files under a folder, and the folders in which nothing is, which end in `/`: relative to it, with `/`;
 * none where there is no folder.
 */
export function readTree(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const filled = new Set(entries.map((entry) => entry.parentPath));
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() && filled.has(path)) return [];
    return relative(folder, path).replaceAll(sep, "/") + (entry.isDirectory() ? "/" : "");
  });
}
