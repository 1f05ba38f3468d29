import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";

/** The output of `wrangler deploy --dry-run --outdir`: what a deployment would upload as the Worker. */
const FOLDER = join(inject("bundle").folder, "bundle");

/** Maximum size of the Worker's code, in bytes, gzipped. Some 13,000 are the stemmers of ten languages. */
const BUDGET = 37_300;

const modules = readdirSync(FOLDER).filter((name) => /\.(js|bin)$/.test(name));
const gzipped = (name: string) => gzipSync(readFileSync(join(FOLDER, name))).length;

test("a deployment uploads one script and the search index", () => {
  expect(modules.toSorted()).toEqual([
    expect.stringMatching(/^[0-9a-f]{40}-search-index\.bin$/),
    "index.js",
  ]);
});

test("the Worker's code stays within its budget", () => {
  expect(gzipped("index.js")).toBeLessThanOrEqual(BUDGET);
});

test("the stemmer of a language is evaluated only when it is imported", () => {
  const code = readFileSync(join(FOLDER, "index.js"), "utf8");
  expect(code.match(/Promise\.resolve\(\)\.then\(/g)?.length).toBeGreaterThanOrEqual(10);
});

test("the bundle uses nothing from Node, and nothing that runs text as code", () => {
  const code = readFileSync(join(FOLDER, "index.js"), "utf8");
  expect(code).not.toMatch(
    /\b(?:require|import)\(\s*["']|from\s+["']node:|\beval\(|\bnew Function\b/,
  );
});
