/**
 * Moves places on a line apart, down before up, so that none is nearer to its neighbor than
 * `gap`; their order stays.
 * @param places wanted, in any order
 * @param end the last place that may be taken; those before give way, even below 0
 * @returns the places in the same order
 */
export function spreadLabels(places: readonly number[], gap: number, end: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const spread = [...places];
  for (const [rank, i] of order.entries()) {
    const before = order[rank - 1];
    if (before !== undefined) spread[i] = Math.max(spread[i]!, spread[before]! + gap);
  }
  let most = end;
  for (const i of order.toReversed()) {
    spread[i] = Math.min(spread[i]!, most);
    most = spread[i] - gap;
  }
  return spread;
}
