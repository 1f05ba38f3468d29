import type { LineCursor } from "./line-cursor.ts";

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const HASH = 35;
const MOST = 6;

/** Whether a heading's `#` stands at an offset of a line. */
export function isHeadingLine({ body }: LineCursor, at: number): boolean {
  if (body.charCodeAt(at) !== HASH) return false;
  let end = at + 1;
  while (body.charCodeAt(end) === HASH) end++;
  if (end - at > MOST) return false;
  const unit = end < body.length ? body.charCodeAt(end) : LINE_FEED;
  return unit === SPACE || unit === TAB || unit === LINE_FEED || unit === CARRIAGE_RETURN;
}
