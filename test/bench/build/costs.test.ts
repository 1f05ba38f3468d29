import { expect, test } from "vitest";
import { madeCosts } from "./made-costs.ts";

const costs = madeCosts([
  { builder: "Hugo", seconds: 4, round: 0 },
  { builder: "Hugo", seconds: 40, round: 1 },
  { builder: "Hugo", seconds: 7, round: 2 },
  { builder: "floor", seconds: 2, round: 0 },
  { builder: "floor", seconds: 10, round: 1 },
  { builder: "this, cold", notes: 20, round: 0 },
]);

test("a median is of all rounds, a ratio of those that both took part in", () => {
  expect(costs.median("Hugo", 1000, "seconds")).toBe(7);
  expect(costs.ratio("Hugo", "floor", 1000, "seconds")).toBe(3);
  expect(costs.rounds(1000)).toBe(3);
});

test("what was not measured is no number", () => {
  expect(costs.median("Eleventy", 1000, "seconds")).toBeNaN();
  expect(costs.ratio("Hugo", "floor", 20, "seconds")).toBeNaN();
});

test("sizes and builders are told in their order", () => {
  expect(costs.sizes).toEqual([20, 1000]);
  expect(costs.buildersOf(1000)).toEqual(["floor", "Hugo"]);
  expect(costs.buildersOf()).toEqual(["floor", "this, cold", "Hugo"]);
});
