import { lineStarts } from "../report/problems.ts";

/** The place of an offset (UTF-16 units, 0 to the text's length): line and column from 1. */
export function placeAt(text: string, offset: number) {
  const starts = lineStarts(text.slice(0, offset + 1)).filter((start) => start <= offset);
  return { line: starts.length, column: offset - starts.at(-1)! + 1 };
}

/** The place of a range, and its length within its first line, at least 1. Offsets in UTF-16 units. */
export function placeOf(text: string, start: number, end: number) {
  const [inLine = ""] = text.slice(start, end).split(/[\r\n]/, 1);
  return { ...placeAt(text, start), length: Math.max(1, inLine.length) };
}
