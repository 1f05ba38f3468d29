/** A number of a section that has the lowest bytes of all of its numbers first, then the next. */
export function columnNumber(columns: Uint8Array, at: number): number {
  const count = columns.length >>> 2;
  return (
    columns[at]! |
    (columns[at + count]! << 8) |
    (columns[at + 2 * count]! << 16) |
    (columns[at + 3 * count]! << 24)
  );
}
