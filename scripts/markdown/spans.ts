export interface Range {
  /** Offset into the text, UTF-16 units. */
  start: number;
  end: number;
}

/** Placeholders for the units of a text that are not read: in a stretch of it, and between two stretches. */
const MASK = "\0";
const GAP = "\f";

/** The text with gaps between the ranges. @param ranges in order, none inside another */
export function keepRanges(text: string, ranges: readonly Range[]): string {
  let kept = "";
  for (const { start, end } of ranges) {
    kept += GAP.repeat(start - kept.length) + text.slice(start, end);
  }
  return kept + GAP.repeat(text.length - kept.length);
}

/** The text with ranges masked, except the line ends in them. @param ranges sorted by start */
export function maskRanges(text: string, ranges: readonly Range[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of ranges) {
    if (end <= at) continue;
    masked += text.slice(at, Math.max(at, start));
    masked += text
      .slice(Math.max(at, start), end)
      .replace(/[^\n\r]+/g, (line) => MASK.repeat(line.length));
    at = end;
  }
  return masked + text.slice(at);
}

/** The ranges inside another one. @param ranges sorted by start */
export function rangesIn<T extends Range>(ranges: readonly T[], { start, end }: Range): T[] {
  return ranges
    .slice(countBefore(ranges, start), countBefore(ranges, end))
    .filter((range) => range.end <= end);
}

/** The last range that begins at or before an offset, if it ends after it. @param ranges sorted by start */
export function rangeAt<T extends Range>(ranges: readonly T[], offset: number): T | undefined {
  const range = ranges[countBefore(ranges, offset + 1) - 1];
  return range !== undefined && range.end > offset ? range : undefined;
}

function countBefore(ranges: readonly Range[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an odd number of backslashes precedes `offset`. */
export function isEscaped(text: string, offset: number): boolean {
  let at = offset;
  while (text[at - 1] === "\\") at--;
  return (offset - at) % 2 === 1;
}
