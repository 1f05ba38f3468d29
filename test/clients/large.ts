import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** Packages that are installed separately, because they would double the work of `npm ci`. */
export const LARGE = join(import.meta.dirname, "large/node_modules");

/** A file of a large package. If it is missing, the test is skipped, or fails if `REQUIRE_CLIENTS` is set. */
export function large({ skip }: TestContext, file: string): string {
  const path = join(LARGE, file);
  if (existsSync(path)) return path;
  const missing = `${file} is not there; npm ci --prefix test/clients/large installs it`;
  if (process.env.REQUIRE_CLIENTS) throw new Error(`REQUIRE_CLIENTS is set, but ${missing}.`);
  return skip(missing);
}
