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

/** The Worker with its search index, gzipped, estimated from above. */
export function workerBytes(index: Uint8Array): number {
  return gzipSync(index).length + CODE_BYTES;
}

/**
 * What of an output the platform would refuse, at the note that is at fault, or at the content
 * folder itself (`.`) where none is; and how much the output uses of what the free plan holds, where 1 is all.
 */
export function checkPlatformLimits(
  files: readonly OutputSize[],
  workerBytes: number,
  limits = PLATFORM_LIMITS,
): { findings: Finding[]; freePlanShare: number } {
  const place = { file: ".", line: 1, column: 1 };
  // What the asset store takes and serves.
  const assets = files.filter(({ path }) => path.startsWith("api/"));
  const findings: Finding[] = assets
    .filter(({ size }) => size > limits.assetBytes)
    .map(({ path, size, source }) => ({
      ...place,
      file: source ?? ".",
      rule: "asset-size",
      message: `${path} has ${mebibytes(size)}, more than the ${mebibytes(limits.assetBytes)} of a static asset: wrangler will refuse it. ${source ? "Split the note" : "Publish fewer notes"}, or serve the output from another host.`,
    }));
  const assetPlan = planExceeded(assets.length, limits.assets);
  if (assetPlan) {
    findings.push({
      ...place,
      rule: "asset-count",
      message: `${assets.length} files are more than ${assetPlan} holds: ${limits.assets.free} on the free plan, ${limits.assets.paid} on the paid one.`,
    });
  }
  const workerPlan = planExceeded(workerBytes, limits.workerBytes);
  if (workerPlan) {
    findings.push({
      ...place,
      rule: "worker-size",
      message: `The Worker with its search index takes ${mebibytes(workerBytes)} gzipped, more than ${workerPlan} holds: ${mebibytes(limits.workerBytes.free)} on the free plan, ${mebibytes(limits.workerBytes.paid)} on the paid one.`,
    });
  }
  const shares = [assets.length / limits.assets.free, workerBytes / limits.workerBytes.free];
  return { findings, freePlanShare: Math.max(...shares) };
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
