/**
 * The least number of insertions, deletions, substitutions and swaps of neighbors that turn one
 * word into the other (optimal string alignment), or `limit + 1` as soon as it is more than `limit`.
 *
 *         p  y  h  t  o  n
 *      0  1  2  3  4  5  6
 *   p  1  0  1  2  3  4  5
 *   y  2  1  0  1  2  3  4
 *   t  3  2  1  1  1  2  3      row i, column j: the first i units
 *   h  4  3  2  1  1  2  3      against the first j
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforeLast[j - 2]! + 1);
      }
      row.push(distance);
      least = Math.min(least, distance);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length]!, limit + 1);
}
