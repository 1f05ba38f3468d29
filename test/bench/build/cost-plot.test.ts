import fc from "fast-check";
import { expect, test } from "vitest";
import { BUILDERS } from "./cost.ts";
import { costPlot } from "./cost-plot.ts";
import { madeCosts } from "./made-costs.ts";

const seconds = fc.double({ min: 0.01, max: 5000, noNaN: true });
const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), {
  minLength: 1,
  maxLength: 4,
});

test("whatever the costs, each line has its label, none on another, and all is inside the picture", () => {
  fc.assert(
    fc.property(sizes, fc.array(seconds, { minLength: 24, maxLength: 24 }), (made, values) => {
      const costs = madeCosts(
        made.flatMap((notes, i) =>
          BUILDERS.map((builder, j) => ({ builder, notes, seconds: values[6 * i + j]! })),
        ),
      );
      const svg = costPlot(costs);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
      const labels = [...svg.matchAll(/<text class="label [^"]*" x="\d+" y="(-?\d+)">([^<]+)</g)];
      expect(labels.map(([, , text]) => text!.replace(/, [\d.,]+ s$/, ""))).toEqual([...BUILDERS]);
      const heights = labels.map(([, y]) => Number(y)).sort((a, b) => a - b);
      for (const [i, y] of heights.entries()) {
        expect(y).toBeGreaterThan(14);
        expect(y).toBeLessThan(height!);
        if (i > 0) expect(y - heights[i - 1]!).toBeGreaterThanOrEqual(16);
      }
      for (const [, cx, cy] of svg.matchAll(/cx="(-?\d+)" cy="(-?\d+)"/g)) {
        expect(Number(cx)).toBeLessThan(width!);
        expect(Number(cy)).toBeLessThan(height!);
        expect(Math.min(Number(cx), Number(cy))).toBeGreaterThan(0);
      }
    }),
  );
});

test("a line that ends early says where, and the description has every figure", () => {
  const svg = costPlot(
    madeCosts([
      { builder: "floor", notes: 1000, seconds: 0.5 },
      { builder: "floor", notes: 10_000, seconds: 5 },
      { builder: "Eleventy", notes: 1000, seconds: 20 },
    ]),
  );
  expect(svg).toContain(">Eleventy, 20 s at 1,000<");
  expect(svg).toContain(
    '<desc id="desc">floor: 0.50 s for 1,000 notes, 5.0 s for 10,000 notes. Eleventy: 20 s for 1,000 notes.</desc>',
  );
});
