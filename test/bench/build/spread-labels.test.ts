import fc from "fast-check";
import { expect, test } from "vitest";
import { spreadLabels } from "./spread-labels.ts";

const GAP = 20;

test("places that are far enough apart stay", () => {
  expect(spreadLabels([90, 10, 50], GAP, 100)).toEqual([90, 10, 50]);
});

test("places that are too near move down in their order, and up at the end", () => {
  expect(spreadLabels([12, 10, 11], GAP, 100)).toEqual([50, 10, 30]);
  expect(spreadLabels([98, 99, 10], GAP, 100)).toEqual([80, 100, 10]);
});

test("whatever the places, they keep the gap, their order and the end", () => {
  const places = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 12 });
  fc.assert(
    fc.property(places, (wanted) => {
      const spread = spreadLabels(wanted, GAP, 300);
      const sorted = spread.toSorted((a, b) => a - b);
      for (let i = 1; i < sorted.length; i++) {
        expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(GAP);
      }
      expect(Math.max(0, ...spread)).toBeLessThanOrEqual(300);
      for (const [i, place] of wanted.entries()) {
        for (const [j, other] of wanted.entries()) {
          if (place < other) expect(spread[i]).toBeLessThan(spread[j]!);
        }
      }
    }),
  );
});
