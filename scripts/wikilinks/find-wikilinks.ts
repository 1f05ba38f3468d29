import { escapeText } from "./escape-text.ts";
import { isEscapable } from "./is-escapable.ts";
import { isEscaped } from "./is-escaped.ts";
import { OpenBrackets } from "./open-brackets.ts";
import { plainWikilink } from "./plain-wikilink.ts";
import type { Block, Span, Structure } from "./read-structure.ts";
import { SpanCursor } from "./span-cursor.ts";
import { targetText } from "./target-text.ts";
import type { Wikilink } from "./wikilink.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BANG = 33;
const DOLLAR = 36;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;

/** A parenthesis after a link's text that is an address: a scheme, a path, a fragment, a file. */
const ADDRESS = /^<?\s*(?:[a-z][a-z\d+.-]*:|www\.|[/#?.])|\/|\.\w+(?:[\s?#>]|$)/i;

/** The wikilinks of a body, in order, none inside another. Linear in the body's length. */
export function findWikilinks(body: string, { blocks, spans }: Structure): Wikilink[] {
  const links: Wikilink[] = [];
  const cursor = new SpanCursor(spans);
  let next = 0;
  let at = body.indexOf("[[");
  while (at !== -1) {
    while (next < blocks.length && blocks[next]!.end <= at) next++;
    const block = blocks[next];
    if (block === undefined) break;
    if (at < block.start) {
      at = body.indexOf("[[", block.start);
      continue;
    }
    const limit = cursor.at(at) === undefined ? Math.min(block.end, cursor.nextStart) : at;
    const link = plainWikilink(body, at, block, limit);
    if (link !== undefined) links.push(link);
    at = body.indexOf("[[", link?.end ?? scanLine(body, at, block, cursor, links));
  }
  return links;
}

/**
 * Matches the brackets of one line, each closing one with the last that is open:
 *
 *     a [[b [c] d]] e
 *       12  3 3  21      two neighbors closed by two neighbors: a link
 *
 * @param from two brackets in a row; what stands before them in the line closes nothing
 * @returns where the line ends, or where no bracket is open any more
 */
function scanLine(
  body: string,
  from: number,
  block: Block,
  cursor: SpanCursor,
  links: Wikilink[],
): number {
  const open = new OpenBrackets();
  const met: Span[] = [];
  // The citation being read: of the brackets in it only the pair at its start may be a link.
  let citation: Span | undefined;
  let lastStart = -1;
  let at = isEscaped(body, from, block.start) ? from + 1 : from;
  while (at < block.end) {
    const span = cursor.at(at);
    if (span !== undefined) {
      met.push(span);
      if (isReadAsText(body, span, open.hasPair)) {
        if (span.kind === "citation") citation = span;
        cursor.enter();
        continue;
      }
      if (holdsLineEnd(body, span)) return span.end;
      at = span.end;
      continue;
    }
    const limit = Math.min(block.end, cursor.nextStart);
    at = nextMark(body, at, limit);
    if (at === limit) continue;
    const unit = body.charCodeAt(at);
    if (isLineEnd(unit)) return at;
    if (unit === BACKSLASH) {
      at += isEscapable(body.charCodeAt(at + 1)) ? 2 : 1;
      continue;
    }
    if (unit === OPEN) {
      open.push(at++);
      continue;
    }
    const inner = open.pop();
    const start = open.innermost;
    const isPair = start !== undefined && start + 1 === inner && body.charCodeAt(at + 1) === CLOSE;
    if (!isPair) {
      at++;
      continue;
    }
    open.pop();
    at += 2;
    const cited = citation !== undefined && at <= citation.end ? citation : undefined;
    if (start < lastStart || at > block.end || (cited && cited.start !== start)) continue;
    lastStart = start;
    const link = readLink(body, { start, end: at }, block, met, cited !== undefined);
    // `[[]]` is Python and JavaScript.
    if (link.target !== "" || link.label !== undefined) links.push(link);
    if (cited) at = cited.end;
    if (open.isEmpty && (citation === undefined || citation.end <= at)) return at;
  }
  return at;
}

/** The first bracket, backslash or line end from `at`, or `limit`. */
function nextMark(body: string, at: number, limit: number): number {
  for (let i = at; i < limit; i++) {
    const unit = body.charCodeAt(i);
    if ((unit >= OPEN && unit <= CLOSE) || isLineEnd(unit)) return i;
  }
  return limit;
}

function isLineEnd(unit: number): boolean {
  return unit === LINE_FEED || unit === CARRIAGE_RETURN;
}

function holdsLineEnd(body: string, { start, end }: { start: number; end: number }): boolean {
  for (let i = start; i < end; i++) if (isLineEnd(body.charCodeAt(i))) return true;
  return false;
}

function isReadAsText(body: string, span: Span, isInBrackets: boolean): boolean {
  switch (span.kind) {
    case "reference":
    case "footnote":
      return true;
    case "address":
      // `[[https://…]]` is a link that is wrong; `https://…/[[x]]` is an address.
      return isInBrackets;
    case "citation":
      return !holdsLineEnd(body, span) && !isAddressed(body, span);
    default:
      return false;
  }
}

/** Whether a citation's parenthesis holds an address. */
function isAddressed(body: string, { start, end }: Span): boolean {
  const destination = body.lastIndexOf("](", end - 1);
  return destination < start || ADDRESS.test(body.slice(destination + 2, end - 1));
}

function readLink(
  body: string,
  { start, end }: { start: number; end: number },
  block: Block,
  met: readonly Span[],
  isCitation: boolean,
): Wikilink {
  const spans = spansInside(met, start, end);
  const { divider, hasBareBar } = findBars(body, start + 2, end - 2, spans);
  const isMarked = divider !== -1 && isEscaped(body, divider, start + 2);
  const raw = body.slice(start + 2, divider === -1 ? end - 2 : isMarked ? divider - 1 : divider);
  const target = raw.trim();
  const targetStart = start + 2 + raw.length - raw.trimStart().length;
  const label = divider === -1 ? "" : body.slice(divider + 1, end - 2).trim();
  const embed =
    start > block.start &&
    body.charCodeAt(start - 1) === BANG &&
    !isEscaped(body, start - 1, block.start);
  const link: Wikilink = {
    start: embed ? start - 1 : start,
    end,
    targetStart,
    targetEnd: targetStart + target.length,
    target: targetText(target),
    embed,
    inTable: block.isRow,
    bareBar: block.isRow && hasBareBar,
    conditional: isCitation || spans.some((span) => span.kind === "footnote" && divider === -1),
  };
  if (label !== "") link.label = safeLabel(body, label, divider, spans);
  return link;
}

/** Of the spans met so far those that begin in the link, which is the last thing met. */
function spansInside(met: readonly Span[], start: number, end: number): Span[] {
  let first = met.length;
  while (first > 0 && met[first - 1]!.start > start) first--;
  return met.slice(first).filter((span) => span.end < end);
}

/** The first bar outside code and HTML, -1 where there is none, and whether any is not escaped. */
function findBars(
  body: string,
  start: number,
  end: number,
  spans: readonly Span[],
): { divider: number; hasBareBar: boolean } {
  const inner = body.slice(start, end);
  const closed = spans.filter((span) => span.kind === "opaque" || span.kind === "link");
  const cursor = new SpanCursor(closed);
  let divider = -1;
  let hasBareBar = false;
  let at = inner.indexOf("|");
  while (at !== -1) {
    const span = cursor.at(start + at);
    if (span === undefined) {
      if (divider === -1) divider = start + at;
      hasBareBar ||= !isEscaped(inner, at);
    }
    at = inner.indexOf("|", span === undefined ? at + 1 : span.end - start);
  }
  return { divider, hasBareBar };
}

/**
 * A label as Markdown that stays inside a link's text. It keeps its own markup, unless that holds
 * what would end the link.
 */
function safeLabel(body: string, label: string, divider: number, spans: readonly Span[]): string {
  if (spans.some((span) => span.start > divider && breaksOut(body, span))) return escapeText(label);
  // A backslash before a space that was trimmed would escape the closing bracket.
  const closed = isEscaped(label, label.length) ? `${label}\\` : label;
  return closed.startsWith("^") ? `\\${closed}` : closed;
}

/** A link of its own, a picture with one, or math with brackets, which is text to some readers. */
function breaksOut(body: string, { start, end, kind }: Span): boolean {
  if (kind !== "opaque") return kind !== "address";
  const first = body.charCodeAt(start);
  if (first === DOLLAR) return /[[\]]/.test(body.slice(start, end));
  return first === BANG && body.slice(start + 2, end).includes("[");
}
