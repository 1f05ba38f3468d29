import { gzipSync } from "node:zlib";
import type { Finding } from "../report/problems.ts";

const MEBIBYTE = 1024 * 1024;

/** Limits of Cloudflare Workers: static assets and Workers, on the free and on the paid plan. */
export const PLATFORM_LIMITS = {
  assetBytes: 25 * MEBIBYTE,
  assets: { free: 20_000, paid: 100_000 },
  /** The Worker with its index, gzipped. */
  workerBytes: { free: 3 * MEBIBYTE, paid: 10 * MEBIBYTE },
};

/** The Worker's own code, gzipped, is well below this. */
const CODE_BYTES = 32 * 1024;

/** How large a file of the output is. */
export interface OutputSize {
  /** Relative to the output folder, with `/`. */
  path: string;
  /** Bytes. */
  size: number;
  /** The note it was made from, relative to the content folder; absent for what is made from all. */
  source?: string;
}

/** How much of the platform's limits an output uses. */
export interface PlatformUse {
  assets: number;
  /** The search index and the Worker's code, gzipped, estimated from above. */
  workerBytes: number;
}

/** The Worker with its search index, gzipped, estimated from above. */
export function workerBytes(index: Uint8Array): number {
  return gzipSync(index).length + CODE_BYTES;
}

export function platformUse(files: readonly OutputSize[], workerBytes: number): PlatformUse {
  return { assets: assetsOf(files).length, workerBytes };
}

/** The larger of the shares that an output uses of what the free plan holds; 1 is all of it. */
export function shareOfFreePlan({ assets, workerBytes }: PlatformUse): number {
  const { assets: files, workerBytes: bytes } = PLATFORM_LIMITS;
  return Math.max(assets / files.free, workerBytes / bytes.free);
}

/**
 * What of an output the platform would refuse, at the note that is at fault, or at the content
 * folder itself (`.`) where none is.
 */
export function checkPlatformLimits(
  files: readonly OutputSize[],
  use: PlatformUse,
  limits = PLATFORM_LIMITS,
): Finding[] {
  const place = { file: ".", line: 1, column: 1 };
  const findings: Finding[] = assetsOf(files)
    .filter((file) => file.size > limits.assetBytes)
    .map((file) => ({
      ...place,
      file: file.source ?? ".",
      rule: "asset-size",
      message: `${file.path} has ${mebibytes(file.size)}, more than the ${mebibytes(limits.assetBytes)} of a static asset: wrangler will refuse it. ${file.source ? "Split the note" : "Publish fewer notes"}, or serve the output from another host.`,
    }));
  const assetPlan = planExceeded(use.assets, limits.assets);
  if (assetPlan) {
    findings.push({
      ...place,
      rule: "asset-count",
      message: `${use.assets} files are more than ${assetPlan} holds: ${limits.assets.free} on the free plan, ${limits.assets.paid} on the paid one.`,
    });
  }
  const workerPlan = planExceeded(use.workerBytes, limits.workerBytes);
  if (workerPlan) {
    findings.push({
      ...place,
      rule: "worker-size",
      message: `The Worker with its search index takes ${mebibytes(use.workerBytes)} gzipped, more than ${workerPlan} holds: ${mebibytes(limits.workerBytes.free)} on the free plan, ${mebibytes(limits.workerBytes.paid)} on the paid one.`,
    });
  }
  return findings;
}

/** The files that the asset store takes and serves. */
function assetsOf(files: readonly OutputSize[]): OutputSize[] {
  return files.filter((file) => file.path.startsWith("api/"));
}

function planExceeded(
  used: number,
  { free, paid }: { free: number; paid: number },
): string | undefined {
  if (used <= free) return undefined;
  return used > paid ? "any plan" : "the free plan";
}

/** Rounded up, so that what is above a limit reads as more than it. */
function mebibytes(bytes: number): string {
  return `${(Math.ceil((10 * bytes) / MEBIBYTE) / 10).toFixed(1)} MiB`;
}
