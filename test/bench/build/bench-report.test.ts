import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchReport } from "./bench-report.ts";
import { madeCosts } from "./made-costs.ts";
import { withReport } from "./with-report.ts";

test("the report holds the goals beside what was measured, and each cost", () => {
  const costs = madeCosts(
    [
      { builder: "floor", notes: 14_000, seconds: 0.8, cpuSeconds: 0.7, memory: 0 },
      { builder: "this, cold", notes: 14_000, seconds: 2, cpuSeconds: 2.8, memory: 3e8 },
      { builder: "this, nothing changed", notes: 14_000, seconds: 0.25, cpuSeconds: 0.28 },
      { builder: "floor", notes: 100_000, seconds: 8, memory: 0 },
      { builder: "this, cold", notes: 100_000, seconds: 15, cpuSeconds: Number.NaN, memory: 9e8 },
    ],
    3,
  );
  expect(benchReport(costs, "2026-11-21, a machine")).toBe(`2026-11-21, a machine. Rounds: 3, 3.

| | Measured | By CPU time | Goal |
|---|--:|--:|--:|
| this, cold ÷ floor, 14,000 notes | 2.50 (missed) | 4.00 | ≤ 2 |
| this, nothing changed ÷ this, cold, 14,000 notes | 0.125 | 0.100 | ≤ 0.15 |
| this, cold, time of a note, 100,000 notes ÷ 14,000 notes | 1.05 | – | ≤ 1.1 |
| this, cold, peak memory in GB, 100,000 notes | 0.900 | – | ≤ 1 |

| | Seconds | CPU seconds | Notes a second | Peak MB | ÷ floor |
|---|--:|--:|--:|--:|--:|
| 14,000 notes, floor | 0.80 | 0.70 | 17,500 | – | 1.0 |
| 14,000 notes, this, cold | 2.0 | 2.8 | 7,000 | 300 | 2.5 |
| 14,000 notes, this, nothing changed | 0.25 | 0.28 | 56,000 | 100 | 0.31 |
| 100,000 notes, floor | 8.0 | 1.0 | 12,500 | – | 1.0 |
| 100,000 notes, this, cold | 15 | – | 6,667 | 900 | 1.9 |
`);
});

test("README.md has a place for the report, and shows the plot", () => {
  const root = join(import.meta.dirname, "../../..");
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(withReport(readme, "New.\n")).toContain("\nNew.\n");
  const [, plot] = /!\[[^\]]+\]\((test\/bench\/build\/[^)]+)\)/.exec(readme) ?? [];
  expect(readFileSync(join(root, plot!), "utf8")).toContain("</svg>");
});

test("a README gets the report between its markers, again and again", () => {
  const readme =
    "Before.\n<!-- build benchmark -->\nOld.\n<!-- end of build benchmark -->\nAfter.\n";
  const once = withReport(readme, "New.\n");
  expect(once).toBe(readme.replace("Old.", "\nNew.\n"));
  expect(withReport(once, "New.\n")).toBe(once);
  expect(() => withReport("No marker.", "New.\n")).toThrow(
    "README.md has no <!-- build benchmark -->",
  );
});
