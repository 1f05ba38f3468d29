import type { Chunk } from "./chunk.ts";
import { isEscapable } from "./is-escapable.ts";
import { isEscaped } from "./is-escaped.ts";
import { mayBeAddress } from "./may-be-address.ts";
import type { Span } from "./read-structure.ts";

/** What escapes, what begins code or HTML, and how an inline link goes on behind its text. */
const MARK = /\\|`+|<(?=[a-z/!?])|\]\(/gi;
const BACKTICKS = /`+/g;
const TAG = /<(?:[a-z][a-z\d-]*(?: [a-z][a-z-]*(?:="[^"]*")?)* ?\/?|\/[a-z][a-z\d-]* ?)>/iy;
const DESTINATION = /\]\([\w/.:;,?#@%&=+~*!$^{}\u00a1-\u1fff\u3001-\ufefe-]+\)/y;

const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const CARET = 94;

/**
 * The code, tags, images and links in the text of a chunk, in order, none inside another: undefined
 * where one may end in another line than it begins in, or where only a parser can tell.
 */
export function certainSpans(body: string, { kind, start, end }: Chunk): Span[] | undefined {
  const text = body.slice(start, end);
  const spans: Span[] = [];
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    const at = mark.index;
    if (mark[0] === "\\") {
      if (isEscapable(text.charCodeAt(at + 1))) MARK.lastIndex++;
      continue;
    }
    const span = readSpan(text, mark[0], at, spans);
    if (span === undefined || !isInOneStretch(text, span, kind === "table")) return undefined;
    while (spans.length > 0 && spans.at(-1)!.start > span.start) spans.pop();
    // The bracket that seemed to open a link stands in code.
    if (spans.length > 0 && spans.at(-1)!.end > span.start) return undefined;
    spans.push(span);
    MARK.lastIndex = span.end;
  }
  for (const span of spans) {
    span.start += start;
    span.end += start;
  }
  return spans;
}

function readSpan(
  text: string,
  mark: string,
  at: number,
  before: readonly Span[],
): Span | undefined {
  if (mark === "](") return readLink(text, at, before);
  const end = mark === "<" ? tagEnd(text, at) : codeEnd(text, at, mark.length);
  return end === -1 ? undefined : { start: at, end, kind: "opaque" };
}

function tagEnd(text: string, at: number): number {
  TAG.lastIndex = at;
  return TAG.test(text) ? TAG.lastIndex : -1;
}

/** Code ends at the next run of as many backticks. */
function codeEnd(text: string, at: number, length: number): number {
  BACKTICKS.lastIndex = at + length;
  for (let run = BACKTICKS.exec(text); run !== null; run = BACKTICKS.exec(text)) {
    if (run[0].length === length) return BACKTICKS.lastIndex;
  }
  return -1;
}

/** A link or an image whose text ends at an offset. @param before the spans before it, in order */
function readLink(text: string, at: number, before: readonly Span[]): Span | undefined {
  const open = openingOf(text, at, before);
  DESTINATION.lastIndex = at;
  if (open === -1 || isEscaped(text, open) || !DESTINATION.test(text)) return undefined;
  // It may be a wikilink, or the name of a footnote.
  const first = text.charCodeAt(open + 1);
  if (first === OPEN || first === CARET) return undefined;
  const holdsBrackets = text.lastIndexOf("[", at) > open;
  if (holdsBrackets && mayBeAddress(text, 0, open)) return undefined;
  const end = DESTINATION.lastIndex;
  const isImage = text[open - 1] === "!" && !isEscaped(text, open - 1);
  return isImage ? { start: open - 1, end, kind: "opaque" } : { start: open, end, kind: "link" };
}

/**
 * Where the bracket opens that a bracket closes: -1 where none does, and where a link or a backslash
 * stands between.
 */
function openingOf(text: string, close: number, before: readonly Span[]): number {
  let last = before.length - 1;
  let depth = 0;
  for (let at = close - 1; at >= 0; at--) {
    const span = before[last];
    if (span !== undefined && at < span.end) {
      if (span.kind === "link") return -1;
      at = span.start;
      last--;
      continue;
    }
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) return -1;
    if (unit === CLOSE) depth++;
    else if (unit === OPEN && depth-- === 0) return at;
  }
  return -1;
}

/** Whether a span lies in one line, and in a table in one cell. */
function isInOneStretch(text: string, { start, end }: Span, isInTable: boolean): boolean {
  const source = text.slice(start, end);
  return !source.includes("\n") && !(isInTable && source.includes("|"));
}
