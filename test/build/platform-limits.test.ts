import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ignoreFile } from "../../scripts/output/dist-files.ts";
import { checkPlatformLimits } from "../../scripts/output/platform-limits.ts";
import { checkList } from "../../scripts/publish/platform.ts";
import { newFolder } from "./vault.ts";

const MEBIBYTE = 1024 * 1024;
const files = (count: number, size = 1) =>
  Array.from({ length: count }, (_, i) => ({ path: `api/v1/${i}.json`, size }));

test.each([
  ["what the free plan takes", files(20_000), 64 * MEBIBYTE, []],
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
    "larger links",
    [{ path: "api/v1/links.json", size: 25 * MEBIBYTE + 1 }],
    0,
    [
      "asset-size: api/v1/links.json is larger than 25 MiB, the limit of Cloudflare for a file. It is left out when the output is deployed there, and its address answers 404.",
    ],
  ],
  [
    "more than the free plan takes",
    files(20_001),
    0,
    [
      "asset-count: 20001 files are more than the free plan of Cloudflare allows: 20000 on the free plan, 100000 on the paid one.",
    ],
  ],
  [
    "more than any plan takes",
    files(100_001),
    64 * MEBIBYTE + 100_000,
    [
      expect.stringContaining("more than any plan of Cloudflare"),
      "worker-size: The search index takes 64.1 MiB. Cloudflare allows a Worker 64 MiB with its index. Publish fewer notes, or serve the output from another host.",
    ],
  ],
])("finds what Cloudflare would refuse: %s", (_, assets, indexBytes, expected) => {
  const diagnostics = checkPlatformLimits(assets, indexBytes);
  expect(diagnostics.map(({ rule, message }) => `${rule}: ${message}`)).toEqual(expected);
});

test.each([
  [25 * MEBIBYTE, "search-index.bin\n"],
  [25 * MEBIBYTE + 1, "search-index.bin\napi/v1/links.json\n"],
])("a deployment leaves out links.json above the limit: %i bytes", (size, ignored) => {
  const { path, bytes } = ignoreFile({ path: "api/v1/links.json", bytes: Buffer.alloc(size) });
  expect([path, bytes.toString()]).toEqual([".assetsignore", ignored]);
});

test("a deployment with a list above the limit is refused, before it is uploaded", () => {
  const dist = newFolder();
  const list = join(dist, "api/v1/notes.json");
  mkdirSync(dirname(list), { recursive: true });
  writeFileSync(list, "");
  truncateSync(list, 25 * MEBIBYTE);
  checkList(dist);
  truncateSync(list, 25 * MEBIBYTE + 1);
  expect(() => checkList(dist)).toThrow("Nothing was deployed: the list of notes is larger");
});
