import type { QueryUnit } from "./query.ts";

/** The units of a query that are as asked for, a bit for each. */
export function unitSet(
  units: readonly QueryUnit[],
  isIn: (unit: QueryUnit, u: number) => boolean,
): number {
  return units.reduce((set, unit, u) => (isIn(unit, u) ? set | (1 << u) : set), 0);
}
