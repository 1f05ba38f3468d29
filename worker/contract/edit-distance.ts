/**
 * The smallest number of insertions, deletions, substitutions and swaps of adjacent characters that turn
 * one word into the other (optimal string alignment distance), or `limit + 1` if it exceeds `limit`.
 *
 *         p  y  h  t  o  n
 *      0  1  2  3  4  5  6
 *   p  1  0  1  2  3  4  5
 *   y  2  1  0  1  2  3  4      row i, column j: distance of the first i units and the first j
 *   t  3  2  1  1  1  2  3
 *   h  4  3  2  1  1  2  3
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  // What both begin or end with changes nothing; routes have most in common.
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const shorter = Math.min(a.length, b.length) - start;
  while (end < shorter && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return distanceOf(a.slice(start, a.length - end), b.slice(start, b.length - end), limit);
}

/** Computes only the cells at most `limit` from the diagonal: farther from it, every distance exceeds `limit`. */
function distanceOf(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(1, i - limit);
    const end = Math.min(b.length, i + limit);
    const row = last.slice();
    let least = Math.min(i, limit + 1);
    row[first - 1] = least;
    if (end < b.length) row[end + 1] = limit + 1;
    for (let j = first; j <= end; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = last[j - 1]! + (isSame ? 0 : 1);
      const swapped = isSwap ? beforeLast[j - 2]! + 1 : replaced;
      const distance = Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1);
      row[j] = distance;
      least = Math.min(least, distance);
    }
    if (least > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[b.length]!, limit + 1);
}
