import { expect, test } from "vitest";
import { checkPlatformLimits } from "../../scripts/output/limits.ts";

const MEBIBYTE = 1024 * 1024;
const files = (count: number, size = 1) =>
  Array.from({ length: count }, (_, i) => ({ path: `api/v1/${i}.json`, size }));

test.each([
  ["what the free plan takes", files(20_000), 3 * MEBIBYTE, []],
  ["a file of 25 MiB", files(1, 25 * MEBIBYTE), 0, []],
  [
    "a larger file",
    files(1, 25 * MEBIBYTE + 1),
    0,
    [
      "asset-size: api/v1/0.json is larger than 25 MiB, the limit of Cloudflare for a file. Publish fewer notes, or serve the output from another host.",
    ],
  ],
  [
    "more than the free plan takes",
    files(20_001),
    3 * MEBIBYTE + 1,
    [
      "asset-count: 20001 files are more than the free plan of Cloudflare allows: 20000 on the free plan, 100000 on the paid one.",
      "worker-size: 3.1 MiB of the gzipped Worker are more than the free plan of Cloudflare allows: 3 on the free plan, 10 on the paid one.",
    ],
  ],
  [
    "more than any plan takes",
    files(100_001),
    10 * MEBIBYTE + 1,
    [
      expect.stringContaining("more than any plan of Cloudflare"),
      expect.stringContaining("10.1 MiB of the gzipped Worker are more than any plan"),
    ],
  ],
])("finds what Cloudflare would refuse: %s", (_, assets, workerBytes, expected) => {
  const findings = checkPlatformLimits(assets, workerBytes);
  expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual(expected);
});
