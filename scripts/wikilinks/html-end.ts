import type { LineCursor } from "./line-cursor.ts";

const LESS_THAN = 60;
/** A comment, but for the short forms that not all readers take for one. */
const COMMENT = /<!--(?!-?>)/y;
const COMMENT_END = "-->";
const RAW = /<(pre|script|style|textarea)(?=[ \t>\r\n]|$)/iy;
const RAW_END = /<\/(pre|script|style|textarea)>/gi;

/**
 * Where the HTML ends that begins at the left of a line and may hold blank lines: the block goes on to
 * the end of that line. -1 for other HTML, for none, and where nothing ends it.
 */
export function htmlEnd(line: LineCursor): number {
  const { body, start } = line;
  if (body.charCodeAt(start) !== LESS_THAN) return -1;
  if (line.matches(COMMENT, start)) {
    const end = body.indexOf(COMMENT_END, COMMENT.lastIndex);
    return end === -1 ? -1 : end + COMMENT_END.length;
  }
  RAW.lastIndex = start;
  const name = RAW.exec(body)?.[1];
  if (name === undefined) return -1;
  RAW_END.lastIndex = RAW.lastIndex;
  const end = RAW_END.exec(body)?.[1];
  return end?.toLowerCase() === name.toLowerCase() ? RAW_END.lastIndex : -1;
}
