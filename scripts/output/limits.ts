import { gzipSync } from "node:zlib";
import type { Finding } from "../problems/problems.ts";

const MEBIBYTE = 1024 * 1024;

/** Cloudflare's limits for static assets and for Workers. */
const MAX_ASSET_BYTES = 25 * MEBIBYTE;
const MAX_ASSETS = { free: 20_000, paid: 100_000 };
/** The Worker with its index, gzipped. */
const MAX_WORKER_MEBIBYTES = { free: 3, paid: 10 };
/** Upper bound for the Worker's own code, gzipped. */
const CODE_BYTES = 32 * 1024;

/** The gzipped size in bytes of the Worker with its search index, estimated high. */
export function workerBytes(index: Uint8Array): number {
  return gzipSync(index).length + CODE_BYTES;
}

/**
 * Finds what Cloudflare would refuse. Other hosts may have other limits, so the output is complete.
 * @param assets the files to be uploaded, with their sizes in bytes
 */
export function checkPlatformLimits(
  assets: readonly { path: string; size: number }[],
  workerBytes: number,
): Finding[] {
  const place = { file: ".", line: 1, column: 1 };
  const findings: Finding[] = assets
    .filter(({ size }) => size > MAX_ASSET_BYTES)
    .map(({ path }) => ({
      ...place,
      rule: "asset-size",
      message: `${path} is larger than 25 MiB, the limit of Cloudflare for a file. Publish fewer notes, or serve the output from another host.`,
    }));
  const count = overLimit("files", assets.length, MAX_ASSETS);
  if (count) findings.push({ ...place, rule: "asset-count", message: count });
  const worker = overLimit(
    "MiB of the gzipped Worker",
    workerBytes / MEBIBYTE,
    MAX_WORKER_MEBIBYTES,
  );
  if (worker) findings.push({ ...place, rule: "worker-size", message: worker });
  return findings;
}

function overLimit(what: string, used: number, { free, paid }: typeof MAX_ASSETS) {
  if (used <= free) return undefined;
  const plan = used > paid ? "any plan" : "the free plan";
  const shown = Number.isInteger(used) ? used : (Math.ceil(10 * used) / 10).toFixed(1);
  return `${shown} ${what} are more than ${plan} of Cloudflare allows: ${free} on the free plan, ${paid} on the paid one.`;
}
