import type { Finding } from "../problems/problem-log.ts";
import type { OutputSize } from "./output-size.ts";

const MEBIBYTE = 1024 * 1024;

/** Limits of Cloudflare Workers: static assets and Workers, on the free and on the paid plan. */
export const PLATFORM_LIMITS = {
  assetBytes: 25 * MEBIBYTE,
  assets: { free: 20_000, paid: 100_000 },
  /** The Worker with its index, gzipped. */
  workerBytes: { free: 3 * MEBIBYTE, paid: 10 * MEBIBYTE },
};

/** How much of the platform's limits an output uses. */
export interface PlatformUse {
  assets: number;
  /** Bytes of the largest asset. */
  largestAsset: number;
  /** The search index and the Worker's code, gzipped, estimated from above. */
  workerBytes: number;
}

export function platformUse(files: readonly OutputSize[], workerBytes: number): PlatformUse {
  const assets = assetsOf(files);
  return {
    assets: assets.length,
    largestAsset: assets.reduce((largest, { size }) => Math.max(largest, size), 0),
    workerBytes,
  };
}

function assetsOf(files: readonly OutputSize[]): OutputSize[] {
  return files.filter((file) => file.path.startsWith("api/"));
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
      message: `${file.path} has ${megabytes(file.size)}, more than the ${megabytes(limits.assetBytes)} of a static asset: wrangler will refuse it. ${file.source ? "Split the note" : "Publish fewer notes"}, or serve the output from another host.`,
    }));
  const plans = (used: number, { free, paid }: { free: number; paid: number }) =>
    used > paid ? "any plan" : used > free ? "the free plan" : undefined;
  const assetPlan = plans(use.assets, limits.assets);
  if (assetPlan) {
    findings.push({
      ...place,
      rule: "asset-count",
      message: `${use.assets} files are more than ${assetPlan} holds: ${limits.assets.free} on the free plan, ${limits.assets.paid} on the paid one.`,
    });
  }
  const workerPlan = plans(use.workerBytes, limits.workerBytes);
  if (workerPlan) {
    findings.push({
      ...place,
      rule: "worker-size",
      message: `The Worker with its search index takes ${megabytes(use.workerBytes)} gzipped, more than ${workerPlan} holds: ${megabytes(limits.workerBytes.free)} on the free plan, ${megabytes(limits.workerBytes.paid)} on the paid one.`,
    });
  }
  return findings;
}

/** Rounded up: what is above a limit reads so. */
function megabytes(bytes: number): string {
  return `${(Math.ceil((10 * bytes) / MEBIBYTE) / 10).toFixed(1)} MiB`;
}
