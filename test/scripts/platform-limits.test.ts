import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlatformLimits, platformUse } from "../../scripts/output/platform-limits.ts";
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
  ["nothing", [list(1000)], 500, []],
  ["a list that is too large", [list(1001)], 500, ["asset-size at ."]],
  ["a note that is too large", [noteFile("a.md", 1001)], 500, ["asset-size at a.md"]],
  ["too many files", [list(1), noteFile("a", 1), noteFile("b", 1)], 500, ["asset-count at ."]],
  ["a Worker that is too large", [list(1)], 501, ["worker-size at ."]],
  ["no file that is not served", [{ path: "search-index.bin", size: 9999 }], 500, []],
])("what the platform would refuse: %s", (_, files, workerBytes, expected) => {
  const findings = checkPlatformLimits(files, platformUse(files, workerBytes), LIMITS);
  expect(findings.map(({ rule, file }) => `${rule} at ${file}`)).toEqual(expected);
});

test("a file that the platform refuses is a warning, and the output is complete for other hosts", async () => {
  const { build, outDir } = vault({ "a.md": note("A", "word ".repeat(5.3 * 1024 * 1024)) });
  const { problems } = await build();
  expect(problems.map(brief)).toEqual(["a.md:1:1 warning asset-size"]);
  expect(problems[0]?.message).toBe(
    "api/v1/notes/a.json has 26.5 MiB, more than the 25.0 MiB of a static asset: wrangler will refuse it. Split the note, or serve the output from another host.",
  );
  expect(statSync(join(outDir, "api/v1/notes/a.json")).size).toBeGreaterThan(25 * 1024 * 1024);
});
