import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "./is-within.ts";
import { readSource } from "./read-source.ts";

/**
 * Reads the texts of files of the content folder, to show them: undefined for one that has none to show, and
 * where a symbolic link leads out of the folder: what lies there is nobody's to see.
 */
export function sourceReader(contentDir: string): (file: string) => string | undefined {
  let root: string | undefined;
  const liesInside = (file: string): boolean => {
    try {
      root ??= realpathSync(contentDir);
      return isWithin(realpathSync(join(contentDir, file)), root);
    } catch {
      return false;
    }
  };
  return (file) => {
    const source = liesInside(file) ? readSource(contentDir, file) : undefined;
    return source && "text" in source ? source.text : undefined;
  };
}
