import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlatformLimits, PLATFORM_LIMITS } from "../../scripts/output/limits.ts";
import { brief, note, vault } from "./vault.ts";

const LIMITS = {
  assetBytes: 1000,
  assets: { free: 2, paid: 3 },
  workerBytes: { free: 500, paid: 900 },
};

const list = (size: number) => ({ path: "api/v1/notes.json", size });
const noteFile = (source: string, size: number) => ({
  path: `api/v1/notes/${source}.json`,
  size,
  source,
});

test.each([
  ["nothing within the limits", [list(1000)], 500, []],
  ["a list that is too large", [list(1001)], 500, ["asset-size at ."]],
  ["a note that is too large", [noteFile("a.md", 1001)], 500, ["asset-size at a.md"]],
  ["too many files", [list(1), noteFile("a", 1), noteFile("b", 1)], 500, ["asset-count at ."]],
  ["a Worker that is too large", [list(1)], 501, ["worker-size at ."]],
  [
    "no file that is not served, whatever its size",
    [{ path: "search-index.bin", size: 9999 }],
    500,
    [],
  ],
])("reports what the platform would refuse: %s", (_, files, workerBytes, expected) => {
  const { findings } = checkPlatformLimits(files, workerBytes, LIMITS);
  expect(findings.map(({ rule, file }) => `${rule} at ${file}`)).toEqual(expected);
});

test.each([
  ["the free plan", 3, 2 * 1024 * 1024],
  ["both plans", 4, 3 * 1024 * 1024],
])("reports what is too much for %s", (_, files, workerBytes) => {
  const limits = {
    ...LIMITS,
    workerBytes: { free: 1.5 * 1024 * 1024, paid: 2.5 * 1024 * 1024 },
  };
  const paths = Array.from({ length: files }, (_, i) => list(i));
  const plan = files > 3 ? "any plan" : "the free plan";
  const { findings } = checkPlatformLimits(paths, workerBytes, limits);
  expect(findings.map(({ message }) => message)).toEqual([
    `${files} files are more than ${plan} allows: 2 on the free plan, 3 on the paid one.`,
    `The Worker with its search index takes ${files - 1}.0 MiB gzipped, more than ${plan} allows: 1.5 MiB on the free plan, 2.5 MiB on the paid one.`,
  ]);
});

test("for a list that is too large, the advice is to publish fewer notes", () => {
  const { findings } = checkPlatformLimits([list(1001)], 0, LIMITS);
  expect(findings[0]?.message).toContain("Publish fewer notes, or serve");
});

test("a file that is one byte too large is shown as larger than the limit", () => {
  const { findings } = checkPlatformLimits([list(PLATFORM_LIMITS.assetBytes + 1)], 0);
  expect(findings[0]?.message).toContain("takes 25.1 MiB, more than the 25.0 MiB");
});

test("the limits are those of the platform", () => {
  expect(PLATFORM_LIMITS).toEqual({
    assetBytes: 26_214_400,
    assets: { free: 20_000, paid: 100_000 },
    workerBytes: { free: 3_145_728, paid: 10_485_760 },
  });
});

test("a file that the platform would refuse is a warning, and the output is complete for other hosts", async () => {
  const { build, outDir } = vault({ "a.md": note("A", "word ".repeat(5.3 * 1024 * 1024)) });
  const { problems } = await build();
  expect(problems.map(brief)).toEqual(["a.md:1:1 warning asset-size"]);
  expect(problems[0]?.message).toBe(
    "api/v1/notes/a.json takes 26.6 MiB, more than the 25.0 MiB of a static asset: wrangler will refuse it. Split the note, or serve the output from another host.",
  );
  expect(statSync(join(outDir, "api/v1/notes/a.json")).size).toBeGreaterThan(25 * 1024 * 1024);
});
