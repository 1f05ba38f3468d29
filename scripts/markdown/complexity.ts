/**
 * A line that begins with 500 spaces and markers of quotes and list items, such as 250 nested items: parsing takes
 * time that grows with the depth.
 */
const TOO_DEEP =
  /^(?=[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t])){500}/m;

/**
 * The most `*`, `_` and `&` in a paragraph: parsing takes time that grows with the square of their number. Text with
 * a fence or a table is not a paragraph. Items of a list are paragraphs of their own, unless a paragraph precedes
 * them without a blank line, so that all of them together have a limit too.
 */
const MARKS = /[*_&]/g;
const MAX_MARKS = 10_000;
const MAX_LIST_MARKS = 60_000;
const NO_PARAGRAPH = /^[ \t>]*(?:`{3}|~{3}|\|)/m;
const ITEMS = /(?<=\n)(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/;

/** The most `[` and `#` in a body, because all links and tags of a note are in memory at once. */
const MAX_BRACKETS = 150_000;

/** The offset of text that would take too long or too much memory to parse; -1 for nearly every body. */
export function findTooComplex(body: string): number {
  if (holdsMore(MAX_BRACKETS, /[[#]/g, body)) return 0;
  const deep = body.search(TOO_DEEP);
  if (deep !== -1 || !hasManyMarks(body)) return deep;
  let start = 0;
  for (const stretch of body.split(/(?<=\n[ \t]*\r?\n)/)) {
    if (isTooComplex(stretch)) return start;
    start += stretch.length;
  }
  return -1;
}

function isTooComplex(stretch: string): boolean {
  if (!hasManyMarks(stretch) || NO_PARAGRAPH.test(stretch)) return false;
  return holdsMore(MAX_LIST_MARKS, MARKS, stretch) || stretch.split(ITEMS).some(hasManyMarks);
}

function hasManyMarks(text: string): boolean {
  return holdsMore(MAX_MARKS, MARKS, text);
}

function holdsMore(count: number, signs: RegExp, text: string): boolean {
  return text.length > count && (text.match(signs)?.length ?? 0) > count;
}
