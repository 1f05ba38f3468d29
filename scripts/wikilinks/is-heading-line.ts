import type { LineCursor } from "./line-cursor.ts";

const HASH = 35;
const MARK = /#{1,6}(?=[ \t\r\n]|$)/y;

/** Whether a heading's `#` stands at an offset of a line. */
export function isHeadingLine(line: LineCursor, at: number): boolean {
  return line.body.charCodeAt(at) === HASH && line.matches(MARK, at);
}
