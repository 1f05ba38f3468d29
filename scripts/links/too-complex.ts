/**
 * A line that begins with 500 spaces and marks of quotes and items: 250 items, one in the other. The
 * parser takes time that grows with their depth: for 400 kB 0.1 to 0.5 s at this depth, and 12 s
 * for as many in one line.
 */
const TOO_DEEP =
  /^(?=[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t])){500}/m;

/**
 * Marks in one paragraph: the parser takes time that grows with the square of their number, 0.1 s for
 * so many and 20 s for 100,000. What holds a fence or a table is none.
 */
const MOST_MARKS = 10_000;
const NO_PARAGRAPH = /^[ \t>]*(?:`{3}|~{3}|\|)/m;

/** Where something begins that would take too long to parse; -1 in nearly every body. */
export function findTooComplex(body: string): number {
  const deep = body.search(TOO_DEEP);
  if (deep !== -1 || !hasManyMarks(body)) return deep;
  let start = 0;
  for (const stretch of body.split(/(?<=\n[ \t]*\r?\n)/)) {
    if (hasManyMarks(stretch) && !NO_PARAGRAPH.test(stretch)) return start;
    start += stretch.length;
  }
  return -1;
}

function hasManyMarks(text: string): boolean {
  return text.length > MOST_MARKS && (text.match(/[*_&]/g)?.length ?? 0) > MOST_MARKS;
}
