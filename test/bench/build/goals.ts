import type { BuilderName } from "./cost.ts";
import type { Costs } from "./costs.ts";

/** What is aimed at, and what was measured. */
export interface Goal {
  about: string;
  /** Of seconds, or of bytes. */
  measured: number;
  /** The same of processor time; NaN for bytes. */
  byCpu: number;
  /** The most that is aimed at. */
  goal: number;
}

/** The size of vault for which the goals are set; the nearest one that was measured counts. */
const GOAL_SIZE = 14_000;

const RATIOS: readonly [BuilderName, BuilderName, number][] = [
  ["this, cold", "floor", 2],
  ["this, cold", "Hugo", 0.6],
  ["this, one note changed", "this, cold", 0.25],
  ["this, nothing changed", "this, cold", 0.15],
];

/** The goals of which something was measured. */
export function goals(costs: Costs): Goal[] {
  const { sizes } = costs;
  const largest = Math.max(...sizes);
  const size = sizes.toSorted((a, b) => distance(a) - distance(b))[0]!;
  const ratios = RATIOS.map(([builder, to, goal]) => ({
    about: `${builder} ÷ ${to}, ${count(size)} notes`,
    measured: costs.ratio(builder, to, size, "seconds"),
    byCpu: costs.ratio(builder, to, size, "cpuSeconds"),
    goal,
  }));
  const growth = (quantity: "seconds" | "cpuSeconds") =>
    costs.median("this, cold", largest, quantity) /
    largest /
    (costs.median("this, cold", size, quantity) / size);
  return [
    ...ratios,
    {
      about: `this, cold, time of a note, ${count(largest)} notes ÷ ${count(size)} notes`,
      measured: largest === size ? Number.NaN : growth("seconds"),
      byCpu: growth("cpuSeconds"),
      goal: 1.1,
    },
    {
      about: `this, cold, peak memory in GB, ${count(largest)} notes`,
      measured: costs.median("this, cold", largest, "memory") / 1e9,
      byCpu: Number.NaN,
      goal: 1,
    },
  ].filter(({ measured }) => measured > 0);
}

function distance(size: number): number {
  return Math.abs(Math.log(size / GOAL_SIZE));
}

function count(notes: number): string {
  return notes.toLocaleString("en");
}
