import type { LineCursor } from "./line-cursor.ts";

const BACKTICK = 96;
const TILDE = 126;
const SHORTEST = 3;

/** How many backticks or tildes open a block of code at an offset of a line; 0 where none do. */
export function fenceLength({ body, end }: LineCursor, start: number): number {
  const unit = body.charCodeAt(start);
  if (unit !== BACKTICK && unit !== TILDE) return 0;
  let at = start;
  while (at < end && body.charCodeAt(at) === unit) at++;
  if (at - start < SHORTEST) return 0;
  // One more backtick in the line makes them the start of code in a text.
  const isInline = unit === BACKTICK && body.slice(at, end).includes("`");
  return isInline ? 0 : at - start;
}
