import type { HeadingBlock } from "./read-structure.ts";

const TAB = 9;
const SPACE = 32;
const HASH = 35;
const FIRST_BEYOND_ASCII = 128;

/** Code that is shown as it stands. */
const CODE = /(?<!`)`([^`\s](?:[^`]*[^`\s])?)`(?!`)/g;
/** What may be markup; brackets are none but in links, as long as nothing is defined. */
const MARKUP = /[\\`*~<\0]|\]\(|\[\[|&(?=[#a-z\d])|(?<![a-z\d])_|_(?![a-z\d])/i;
/** 1 for each character of ASCII that only `CODE` and `MARKUP` can tell of. */
const MAY_BE_MARKUP = Uint8Array.from({ length: FIRST_BEYOND_ASCII }, (_, unit) =>
  "\\`*~<\0[]&_".includes(String.fromCharCode(unit)) ? 1 : 0,
);

/**
 * A heading of text and code in one line: undefined for one with other markup, or with nothing.
 * @param start of its first `#`
 * @param lineEnd after the last character of its line
 */
export function plainHeading(
  body: string,
  start: number,
  lineEnd: number,
): HeadingBlock | undefined {
  let from = start;
  while (body.charCodeAt(from) === HASH) from++;
  const depth = from - start;
  while (from < lineEnd && isSpace(body.charCodeAt(from))) from++;
  let end = lineEnd;
  while (end > from && isSpace(body.charCodeAt(end - 1))) end--;
  // A `#` at the end could close the heading.
  if (end === from || body.charCodeAt(end - 1) === HASH) return undefined;
  const source = body.slice(from, end);
  if (source.trim() !== source) return undefined;
  const text = mayHoldMarkup(body, from, end) ? readText(source) : source;
  return text === undefined ? undefined : { start: from, end, depth, text };
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

function mayHoldMarkup(body: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = body.charCodeAt(at);
    if (unit < FIRST_BEYOND_ASCII && MAY_BE_MARKUP[unit] === 1) return true;
  }
  return false;
}

function readText(source: string): string | undefined {
  const hasCode = source.includes("`");
  if (MARKUP.test(hasCode ? source.replace(CODE, " ") : source)) return undefined;
  return hasCode ? source.replace(CODE, "$1") : source;
}
