/** Up to three names that a reader may have meant, nearest first; case does not count. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const near: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    if (distance <= limit) near.push({ name: candidate, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((candidate) => candidate.name);
}

/**
 * The least number of insertions, deletions, substitutions and swaps of neighbors that turn one
 * word into the other (optimal string alignment), or `limit + 1` as soon as it is more than `limit`.
 *
 *         p  y  h  t  o  n
 *      0  1  2  3  ·  ·  ·
 *   p  1  0  1  2  3  ·  ·
 *   y  2  1  0  1  2  3  ·
 *   t  3  2  1  1  1  2  3      row i, column j: the first i units against the first j;
 *   h  ·  3  2  1  1  2  3      what is farther than `limit` (3) from the diagonal is not looked at
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  if (rows[0]!.length < width) rows = [0, 1, 2].map(() => new Int32Array(2 * width));
  let [beforeLast, last, row] = rows as [Int32Array, Int32Array, Int32Array];
  for (let j = 0; j < width; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    row[from - 1] = from === 1 ? i : limit + 1;
    // The row above ends one column earlier.
    if (to > i - 1 + limit) last[to] = limit + 1;
    let least = row[from - 1]!;
    const unit = a.charCodeAt(i - 1);
    const unitBefore = i > 1 ? a.charCodeAt(i - 2) : -1;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let distance = last[j - 1]! + (unit === other ? 0 : 1);
      if (last[j]! + 1 < distance) distance = last[j]! + 1;
      if (row[j - 1]! + 1 < distance) distance = row[j - 1]! + 1;
      if (j > 1 && unitBefore === other && unit === b.charCodeAt(j - 2)) {
        if (beforeLast[j - 2]! + 1 < distance) distance = beforeLast[j - 2]! + 1;
      }
      row[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length]!, limit + 1);
}

/** Memory for three rows, kept from call to call: nothing runs between. */
let rows = [0, 1, 2].map(() => new Int32Array(128));
