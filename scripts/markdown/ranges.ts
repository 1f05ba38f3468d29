/** Offsets into a text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

/** The last range that begins at or before an offset, if it ends after it. @param ranges sorted by start */
export function rangeAt<T extends Range>(ranges: readonly T[], offset: number): T | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range !== undefined && range.end > offset ? range : undefined;
}

/** Whether an odd number of backslashes precedes `offset`. */
export function isEscaped(text: string, offset: number): boolean {
  let at = offset;
  while (text[at - 1] === "\\") at--;
  return (offset - at) % 2 === 1;
}
