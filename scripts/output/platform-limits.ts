import { MEBIBYTE } from "./mebibyte.ts";

/** Limits of Cloudflare Workers: static assets and Workers, on the free and on the paid plan. */
export const PLATFORM_LIMITS = {
  assetBytes: 25 * MEBIBYTE,
  assets: { free: 20_000, paid: 100_000 },
  /** The Worker with its index, gzipped. */
  workerBytes: { free: 3 * MEBIBYTE, paid: 10 * MEBIBYTE },
};
