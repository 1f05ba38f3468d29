import { assetsOf } from "./assets-of.ts";
import type { OutputSize } from "./output-size.ts";

/** How much of the platform's limits an output uses. */
export interface PlatformUse {
  assets: number;
  /** The search index and the Worker's code, gzipped, estimated from above. */
  workerBytes: number;
}

export function platformUse(files: readonly OutputSize[], workerBytes: number): PlatformUse {
  return { assets: assetsOf(files).length, workerBytes };
}
