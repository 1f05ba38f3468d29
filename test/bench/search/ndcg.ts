/** Normalized discounted cumulative gain of the first ten, with gains of 2^grade - 1. 0 to 1. */
export function ndcg(routes: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = [...grades.values()].sort((a, b) => b - a);
  return gain(routes.map((route) => grades.get(route) ?? 0)) / (gain(best) || 1);
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, 10)
    .reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}
