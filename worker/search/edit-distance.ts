/**
 * Edits between two byte strings: one byte put in, left out or replaced, or two neighbors swapped
 * (optimal string alignment). Only the band that can stay within `most` is computed:
 *
 * ```text
 *          h  a  s  h
 *       0  1  2  .  .
 *    h  1  0  1  2  .        most = 2: a cell further than two from the diagonal costs more
 *    s  2  1  1  1  2
 *    a  .  2  1  2  2   ←    "hsa" and "has": swapped, 1
 * ```
 *
 * @returns the number of edits, or `most + 1` if there are more
 */
export function editDistance(
  a: Uint8Array,
  aLength: number,
  b: Uint8Array,
  bLength: number,
  most: number,
): number {
  if (Math.abs(aLength - bLength) > most) return most + 1;
  let [beforeLast, last, row] = ROWS;
  for (let j = 0; j <= bLength; j++) last[j] = j;
  for (let i = 1; i <= aLength; i++) {
    const from = i > most ? i - most : 1;
    const to = Math.min(i + most, bLength);
    row[from - 1] = from === 1 ? i : FAR;
    let smallest = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      let edits = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (j < i + most) edits = Math.min(edits, last[j]! + 1);
      edits = Math.min(edits, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      }
      row[j] = edits;
      if (edits < smallest) smallest = edits;
    }
    if (smallest > most) return most + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[bLength]!, most + 1);
}

const FAR = 255;

/** Rows of 16 bits, so that what is far stays far. */
const ROWS: [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(1025),
  new Uint16Array(1025),
  new Uint16Array(1025),
];
