import { isEscaped } from "./is-escaped.ts";
import type { Block } from "./read-structure.ts";
import { targetText } from "./target-text.ts";
import type { Wikilink } from "./wikilink.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const BANG = 33;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const CARET = 94;
const BAR = 124;
const FIRST_ODD = 128;

/**
 * The link that begins with the two brackets at an offset, where nothing in it has a meaning of its
 * own: no bracket, no backslash, no span. Undefined where there is none, or more is to be known.
 * @param limit where the block, or a span in it, ends what is plain
 */
export function plainWikilink(
  body: string,
  start: number,
  { start: blockStart, isRow }: Block,
  limit: number,
): Wikilink | undefined {
  const before = start > blockStart ? body.charCodeAt(start - 1) : 0;
  if (before === BACKSLASH) return undefined;
  let bar = -1;
  let at = start + 2;
  for (; ; at++) {
    if (at + 1 >= limit) return undefined;
    const unit = body.charCodeAt(at);
    if (unit === CLOSE) break;
    if (unit === BAR && bar === -1) bar = at;
    else if (unit === OPEN || unit === BACKSLASH) return undefined;
    else if (unit === LINE_FEED || unit === CARRIAGE_RETURN) return undefined;
  }
  const targetEnd = bar === -1 ? at : bar;
  if (body.charCodeAt(at + 1) !== CLOSE || !isTight(body, start + 2, targetEnd)) return undefined;
  const embed = before === BANG && !isEscaped(body, start - 1, blockStart);
  const link: Wikilink = {
    start: embed ? start - 1 : start,
    end: at + 2,
    targetStart: start + 2,
    targetEnd,
    target: targetText(body.slice(start + 2, targetEnd)),
    embed,
    inTable: isRow,
    bareBar: isRow && bar !== -1,
    conditional: false,
  };
  if (bar === -1) return link;
  if (!isTight(body, bar + 1, at) || body.charCodeAt(bar + 1) === CARET) return undefined;
  link.label = body.slice(bar + 1, at);
  return link;
}

/** Whether a stretch is not empty and has no space, of whatever kind, at its ends. */
function isTight(body: string, start: number, end: number): boolean {
  return end > start && isInk(body.charCodeAt(start)) && isInk(body.charCodeAt(end - 1));
}

function isInk(unit: number): boolean {
  return unit > SPACE && unit < FIRST_ODD;
}
