import { LINKS_ADDRESS, SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";

const MEBIBYTE = 1024 * 1024;

/**
 * Cloudflare's limits for static assets and for Workers, of November 2026:
 * https://developers.cloudflare.com/workers/platform/limits/
 */
export const MAX_ASSET_BYTES = 25 * MEBIBYTE;
const MAX_ASSETS = { free: 20_000, paid: 100_000 };
const MAX_WORKER_BYTES = 64 * MEBIBYTE;
/** Files that the platform reads but does not serve; the index is part of the Worker. */
const NOT_UPLOADED: readonly string[] = [
  SEARCH_INDEX_FILE,
  ".assetsignore",
  "_headers",
  "_redirects",
];

/**
 * Finds what Cloudflare would refuse. Other hosts may have other limits, so the output is complete.
 * @param files all of the output, with their sizes in bytes; most are uploaded as assets
 * @param indexBytes the size of the search index, beside which the Worker's code hardly counts
 */
export function checkPlatformLimits(
  files: readonly { path: string; size: number }[],
  indexBytes: number,
): Diagnostic[] {
  const position = { file: ".", line: 1, column: 1 };
  const assets = files.filter(({ path }) => !NOT_UPLOADED.includes(path));
  const diagnostics: Diagnostic[] = assets
    .filter(({ size }) => size > MAX_ASSET_BYTES)
    .map(({ path }) => ({ ...position, rule: "asset-size", message: tooLarge(path) }));
  const { free, paid } = MAX_ASSETS;
  if (assets.length > free) {
    const plan = assets.length > paid ? "any plan" : "the free plan";
    const message = `${assets.length} files are more than ${plan} of Cloudflare allows: ${free} on the free plan, ${paid} on the paid one.`;
    diagnostics.push({ ...position, rule: "asset-count", message });
  }
  if (indexBytes > MAX_WORKER_BYTES) {
    const size = (indexBytes / MEBIBYTE).toFixed(1);
    const message = `The search index takes ${size} MiB. Cloudflare allows a Worker 64 MiB with its index. Publish fewer notes, or serve the output from another host.`;
    diagnostics.push({ ...position, rule: "worker-size", message });
  }
  return diagnostics;
}

function tooLarge(path: string): string {
  const advice =
    `/${path}` === LINKS_ADDRESS
      ? "It is left out when the output is deployed there, and its address answers 404."
      : "Publish fewer notes, or serve the output from another host.";
  return `${path} is larger than 25 MiB, the limit of Cloudflare for a file. ${advice}`;
}
