/**
 * A line that begins with 500 spaces and markers of quotes and list items, such as 250 nested items: parsing takes
 * time that grows with the depth.
 */
const TOO_DEEP =
  /^(?=[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t])){500}/m;

/**
 * The most `*`, `_` and `&` in a paragraph: parsing takes time that grows with the square of their number. Below a
 * fence or a table's line of dashes, each line counts for itself. So do items of a list, unless a paragraph precedes
 * them without a blank line, so that all of them together have a limit too.
 */
const MARKS = /[*_&]/g;
const MAX_MARKS = 10_000;
const MAX_LIST_MARKS = 60_000;
const CODE_OR_TABLE = /^[ \t>]*(?:`{3,}[^`\n]*$|~{3}|\|[ \t]*:?-)/m;
const ITEMS = /(?<=\n)(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])/;

/** The same for one word: parsing takes time that grows with its length, for each of its `_` and `&`. */
const MAX_WORD_MARKS = 999;
const LONG_WORD = /(?<![^ \t\r\n])(?:[^ \t\r\n_&]*[_&]){1000}/;

/** The most `[` and `#` in a body, because all links and tags of a note are in memory at once. */
const MAX_BRACKETS = 150_000;

/** The offset of text that would take too long or too much memory to parse; -1 for nearly every body. */
export function findTooComplex(body: string): number {
  if (holdsMore(MAX_BRACKETS, /[[#]/g, body)) return 0;
  const deep = body.search(TOO_DEEP);
  // As nearly all bodies do. With a search for long words in all of them, the check takes five times as long.
  if (deep !== -1 || !holdsMore(MAX_WORD_MARKS, MARKS, body)) return deep;
  const word = body.search(LONG_WORD);
  if (word !== -1 || !hasManyMarks(body)) return word;
  let offset = 0;
  for (const stretch of body.split(/(?<=\n[ \t]*\r?\n)/)) {
    if (isTooComplex(stretch)) return offset;
    offset += stretch.length;
  }
  return -1;
}

function isTooComplex(stretch: string): boolean {
  if (!hasManyMarks(stretch)) return false;
  const start = stretch.search(CODE_OR_TABLE);
  const paragraph = start === -1 ? stretch : stretch.slice(0, start);
  const lines = start === -1 ? [] : stretch.slice(start).split("\n");
  if (holdsMore(MAX_LIST_MARKS, MARKS, paragraph)) return true;
  return [...paragraph.split(ITEMS), ...lines].some(hasManyMarks);
}

function hasManyMarks(text: string): boolean {
  return holdsMore(MAX_MARKS, MARKS, text);
}

function holdsMore(count: number, signs: RegExp, text: string): boolean {
  return text.length > count && (text.match(signs)?.length ?? 0) > count;
}
