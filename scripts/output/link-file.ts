import { copyFileSync, linkSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Gives a file a second name, or a copy where the disk has no hard links. Neither is ever written to. */
export function linkFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
