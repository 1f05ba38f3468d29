import type { LineCursor } from "./line-cursor.ts";

const TAB = 9;
const SPACE = 32;
const ASTERISK = 42;
const PLUS = 43;
const DASH = 45;
const ZERO = 48;
const NINE = 57;
const GREATER_THAN = 62;

const NUMBER = /\d{1,9}[.)](?=[ \t\r\n]|$)/y;
/** Behind a mark, one more space makes code of what follows. */
const MOST_SPACES = 4;

/**
 * Where the text of a line begins, after the marks of quotes and of lists' items. -1 where nothing
 * follows a mark, or what may be code.
 */
export function contentStart(line: LineCursor): number {
  let at = line.text;
  for (;;) {
    const behind = endOfMark(line, at);
    if (behind === at) return at;
    at = behind;
    while (at < line.end && line.body.charCodeAt(at) === SPACE) at++;
    const mayBeCode = at - behind > MOST_SPACES || line.body.charCodeAt(at) === TAB;
    if (at === line.end || mayBeCode) return -1;
  }
}

function endOfMark(line: LineCursor, at: number): number {
  const unit = line.body.charCodeAt(at);
  if (unit === GREATER_THAN) return at + 1;
  if (unit === DASH || unit === ASTERISK || unit === PLUS) {
    const next = at + 1 === line.end ? SPACE : line.body.charCodeAt(at + 1);
    return next === SPACE || next === TAB ? at + 1 : at;
  }
  const isNumber = unit >= ZERO && unit <= NINE && line.matches(NUMBER, at);
  return isNumber ? NUMBER.lastIndex : at;
}
