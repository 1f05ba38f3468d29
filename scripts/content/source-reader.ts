import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "./is-within.ts";
import { readSource } from "./read-source.ts";

/**
 * The text of a file of the content folder; undefined where it has none to show, and where a symbolic
 * link leads out of the folder: what lies there is nobody's to see.
 */
export function sourceText(contentDir: string, file: string): string | undefined {
  if (!liesInside(contentDir, file)) return undefined;
  const source = readSource(contentDir, file);
  return "rule" in source ? undefined : source.text;
}

function liesInside(contentDir: string, file: string): boolean {
  try {
    return isWithin(realpathSync(join(contentDir, file)), realpathSync(contentDir));
  } catch {
    return false;
  }
}
