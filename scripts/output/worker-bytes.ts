import { gzipSync } from "node:zlib";
import { PLATFORM_LIMITS } from "./platform-limits.ts";

/** The Worker's own code, gzipped, is well below this. */
const CODE_BYTES = 32 * 1024;

/**
 * The Worker with its search index, gzipped, estimated from above: roughly, without compressing anything, where it
 * is within the limits all the same and the assets take a larger share of theirs.
 * @param assets how many there are, at least
 */
export function workerBytes(index: Uint8Array, assets: number): number {
  const free = PLATFORM_LIMITS.workerBytes.free;
  const most = index.length + CODE_BYTES;
  const isRoughEnough = most <= free && most / free <= assets / PLATFORM_LIMITS.assets.free;
  return isRoughEnough ? most : gzipSync(index).length + CODE_BYTES;
}
