import { gzipSync } from "node:zlib";
import type { Finding } from "../problems/problems.ts";

const MEBIBYTE = 1024 * 1024;

/** Cloudflare's limits for static assets and Workers, on the free and the paid plan. */
export const PLATFORM_LIMITS = {
  assetBytes: 25 * MEBIBYTE,
  assets: { free: 20_000, paid: 100_000 },
  /** The Worker with its index, gzipped. */
  workerBytes: { free: 3 * MEBIBYTE, paid: 10 * MEBIBYTE },
};

/** Upper bound for the Worker's own code, gzipped. */
const CODE_BYTES = 32 * 1024;

/** The size of a file in the output. */
export interface OutputSize {
  /** Relative to the output folder, with `/`. */
  path: string;
  /** In bytes. */
  size: number;
  /** The note from which it was made, relative to the content folder; absent if made from all notes. */
  source?: string;
}

/** A high estimate of the gzipped size in bytes of the Worker with its search index. */
export function workerBytes(index: Uint8Array): number {
  return gzipSync(index).length + CODE_BYTES;
}

/**
 * Finds what the platform would refuse, at the note at fault or else at the content folder (`.`), and the share
 * of the free plan that the output uses, where 1 is all of it.
 */
export function checkPlatformLimits(
  files: readonly OutputSize[],
  workerBytes: number,
  limits = PLATFORM_LIMITS,
): { findings: Finding[]; freePlanShare: number } {
  const place = { file: ".", line: 1, column: 1 };
  // The files that are uploaded to the asset store.
  const assets = files.filter(({ path }) => path.startsWith("api/"));
  const findings: Finding[] = assets
    .filter(({ size }) => size > limits.assetBytes)
    .map(({ path, size, source }) => ({
      ...place,
      file: source ?? ".",
      rule: "asset-size",
      message: `${path} takes ${mebibytes(size)}, more than the ${mebibytes(limits.assetBytes)} of a static asset: wrangler will refuse it. ${source ? "Split the note" : "Publish fewer notes"}, or serve the output from another host.`,
    }));
  const assetPlan = planExceeded(assets.length, limits.assets);
  if (assetPlan) {
    findings.push({
      ...place,
      rule: "asset-count",
      message: `${assets.length} files are more than ${assetPlan} allows: ${limits.assets.free} on the free plan, ${limits.assets.paid} on the paid one.`,
    });
  }
  const workerPlan = planExceeded(workerBytes, limits.workerBytes);
  if (workerPlan) {
    findings.push({
      ...place,
      rule: "worker-size",
      message: `The Worker with its search index takes ${mebibytes(workerBytes)} gzipped, more than ${workerPlan} allows: ${mebibytes(limits.workerBytes.free)} on the free plan, ${mebibytes(limits.workerBytes.paid)} on the paid one.`,
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

/** Rounded up, so that a size above a limit also looks larger than it. */
function mebibytes(bytes: number): string {
  return `${(Math.ceil((10 * bytes) / MEBIBYTE) / 10).toFixed(1)} MiB`;
}
