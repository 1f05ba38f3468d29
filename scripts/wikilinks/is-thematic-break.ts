import type { LineCursor } from "./line-cursor.ts";

const ASTERISK = 42;
const DASH = 45;
const UNDERSCORE = 95;
const BREAK = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=[\r\n]|$)/y;

/** Whether a thematic break stands at an offset of a line, or what underlines a heading above it. */
export function isThematicBreak(line: LineCursor, at: number): boolean {
  const unit = line.body.charCodeAt(at);
  const isMark = unit === ASTERISK || unit === DASH || unit === UNDERSCORE;
  return isMark && line.matches(BREAK, at);
}
