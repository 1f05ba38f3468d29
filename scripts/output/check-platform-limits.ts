import type { Finding } from "../problems/problem-log.ts";
import { assetsOf } from "./assets-of.ts";
import { MEBIBYTE } from "./mebibyte.ts";
import type { OutputSize } from "./output-size.ts";
import { PLATFORM_LIMITS } from "./platform-limits.ts";
import type { PlatformUse } from "./platform-use.ts";

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
