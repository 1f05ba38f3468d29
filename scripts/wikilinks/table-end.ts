import type { LineCursor } from "./line-cursor.ts";

const BAR = 124;
/** The line below a table's head. */
const DIVIDER = /\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?=[\r\n]|$)/y;

/**
 * Reads a table to its end if it is a plain one: every line begins and ends with a bar, has as many
 * as the first, and only a blank line ends it.
 * @param line at what may be its head; behind the table afterwards, or where it was
 * @returns the end of its last line; -1 for any other block
 */
export function tableEnd(line: LineCursor): number {
  const { start } = line;
  const bars = countBars(line);
  if (bars < 2) return -1;
  line.advance();
  let isTable = line.matches(DIVIDER, line.start);
  let end = -1;
  for (; isTable && !line.isDone && !line.isBlank; line.advance()) {
    isTable = countBars(line) === bars;
    end = line.end;
  }
  if (!isTable) line.moveTo(start);
  return isTable ? end : -1;
}

/** The bars without a backslash of a line that begins and ends with one; else 0. */
function countBars({ body, start, end }: LineCursor): number {
  if (body.charCodeAt(start) !== BAR) return 0;
  const row = body.slice(start, end).trimEnd();
  let bars = 0;
  for (let at = 0; at !== -1; at = row.indexOf("|", at + 1)) {
    const isEscaped = row[at - 1] === "\\";
    if (isEscaped && (row[at - 2] === "\\" || at === row.length - 1)) return 0;
    if (!isEscaped) bars++;
  }
  return row.endsWith("|") ? bars : 0;
}
