import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";

/** What `wrangler deploy --dry-run --outdir` wrote: what a deployment would upload as the Worker. */
const FOLDER = join(inject("bundle").folder, "bundle");

/** Bytes of the Worker's code, gzipped. The build's estimate of the whole Worker takes 32 KiB for it. */
const BUDGET = 17_200;

/** The Worker with its index, gzipped, on the free plan. */
const PLATFORM_LIMIT = 3 * 1024 * 1024;

const modules = readdirSync(FOLDER).filter((name) => /\.(js|bin)$/.test(name));
const gzipped = (name: string) => gzipSync(readFileSync(join(FOLDER, name))).length;

test("a deployment uploads one script and the search index", () => {
  expect(modules.toSorted()).toEqual([
    expect.stringMatching(/^[0-9a-f]{40}-search-index\.bin$/),
    "index.js",
  ]);
});

test("the Worker's code keeps to its budget", () => {
  expect(gzipped("index.js")).toBeLessThanOrEqual(BUDGET);
});

test("the Worker with its index fits the free plan", () => {
  const bytes = modules.reduce((sum, name) => sum + gzipped(name), 0);
  expect(bytes).toBeLessThan(PLATFORM_LIMIT);
});

test("the bundle holds nothing of Node and nothing that runs text as code", () => {
  const code = readFileSync(join(FOLDER, "index.js"), "utf8");
  expect(code).not.toMatch(
    /\b(?:require|import)\(\s*["']|from\s+["']node:|\beval\(|\bnew Function\b/,
  );
});
