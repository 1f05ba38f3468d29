import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRivals } from "./find-rivals.ts";

const bench = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "bench.ts"), ...args], {
    encoding: "utf8",
  });

test("the benchmark runs all builders that are there, and leaves nothing behind", () => {
  const dir = mkdtempSync(join(tmpdir(), "bench-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { stdout, stderr, status } = bench("--notes", "30", "--rounds", "2", "--dir", dir);
  expect(status, stderr).toBe(0);
  const rows = stdout
    .split("\n")
    .flatMap((row) => /^\| (\d+ notes, [^|]+) \|/.exec(row)?.[1] ?? []);
  const builders = ["floor", "this, cold", "this, one note changed", "this, nothing changed"];
  const all = [...builders, ...Object.keys(findRivals())];
  expect(rows).toEqual(all.map((name) => `30 notes, ${name}`));
  expect(readdirSync(dir)).toEqual([]);
});

test("a wrong argument is told with the usage", () => {
  const { stderr, status } = bench("--rounds", "none");
  expect(stderr).toContain("--rounds takes whole numbers");
  expect(stderr).toContain("Usage: npm run bench -- build");
  expect(status).toBe(2);
});

test("--help shows the usage", () => {
  const { stdout, status } = bench("--help");
  expect(stdout).toMatch(/^Usage: npm run bench -- build/);
  expect(status).toBe(0);
});
