import { existsSync, renameSync, rmSync } from "node:fs";
import type { OutputPlaces } from "./output-places.ts";

/** Brings back or clears away what a killed build left: the old output, had it been moved aside. */
export function recoverOutput({ out, retired, staging }: OutputPlaces): void {
  if (!existsSync(out) && existsSync(retired)) renameSync(retired, out);
  rmSync(retired, { recursive: true, force: true });
  rmSync(staging, { recursive: true, force: true });
}
