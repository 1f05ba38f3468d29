import { escapeText } from "./escape.ts";
import { findMath } from "./math.ts";
import { isEscaped, maskRanges, type Range, rangeAt, rangesIn } from "./spans.ts";
import type { Span, Structure } from "./structure.ts";

/** One `[[target|label]]` in a body. Plain data; offsets into the body in UTF-16 units. */
export interface Wikilink {
  /** At the first bracket, or at the `!` of an embed. */
  start: number;
  end: number;
  /** The target, trimmed, no-break spaces as spaces. Empty for `[[|label]]`. */
  target: string;
  /** The label, as Markdown that is valid inside a link's brackets; absent if none was written. */
  label?: string;
  embed: boolean;
  /** Inside a table row, where a bar must be escaped. */
  inTable: boolean;
  /** Inside a table row, with a bar that is not escaped. */
  bareBar: boolean;
  /**
   * Markdown has another meaning for the same characters, as in `[[1]](about)` or `[[^1]]`: a link
   * only if the target resolves, otherwise left alone without a finding.
   */
  conditional: boolean;
}

/**
 * Finds the wikilinks of a body, in order, none inside another. Takes linear time.
 * @param stretches the body with gaps between its stretches of inline Markdown
 */
export function findWikilinks(body: string, stretches: string, structure: Structure): Wikilink[] {
  const { rows, spans } = structure;
  const hidden = spans.filter(({ kind }) => kind === "opaque" || kind === "link");
  const text = maskRanges(stretches, hidden);
  const pairs = findPairs(text);
  const math = text.includes("$") ? findMath(text, rows, pairs) : [];
  const isHolder = ({ kind, start }: Span) =>
    kind === "citation" || (kind === "address" && rangeAt(pairs, start) === undefined);
  // Whichever opens first contains the other: a link, or a formula, an address or a citation.
  const holders = [math, spans.filter(isHolder)];
  const isFree = ({ start }: Range) =>
    holders.every((ranges) => (rangeAt(ranges, start)?.start ?? start) === start);
  const links = pairs.filter(isFree).map((pair) => readLink(body, text, structure, pair));
  // `[[]]` stays text: it occurs in Python and JavaScript.
  return links.filter(({ target, label }) => target !== "" || label !== undefined);
}

/** A bracket, the end of a line or a stretch, or an escape: an escaped bracket is text. */
const MARK = /[[\]]|[\n\r\f]+|\\[!-/:-@[-`{-~]/g;

/**
 * Matches the brackets of each line, each closing one with the last that is open:
 *
 *     a [[b [c] d]] e
 *       12  3 3  21      two neighbors closed by two neighbors: a link
 */
function findPairs(text: string): Range[] {
  const pairs: Range[] = [];
  /** Offsets of the open brackets of the line. */
  let open: number[] = [];
  let readFrom = 0;
  for (const { 0: mark, index: at } of text.matchAll(MARK)) {
    if (at < readFrom) continue;
    if (mark === "[") open.push(at);
    else if (/\s/.test(mark)) open = [];
    else if (mark === "]") {
      const last = open.pop();
      if (last === undefined || open.at(-1) !== last - 1 || text[at + 1] !== "]") continue;
      const start = open.pop()!;
      readFrom = at + 2;
      if (start >= (pairs.at(-1)?.start ?? 0)) pairs.push({ start, end: readFrom });
    }
  }
  return pairs;
}

/** @param text the body, with everything masked that is not read */
function readLink(
  body: string,
  text: string,
  { rows, spans }: Structure,
  { start, end }: Range,
): Wikilink {
  const inside = rangesIn(spans, { start: start + 1, end: end - 1 });
  const bars = [...text.slice(start + 2, end - 2).matchAll(/(\\*)\|/g)];
  const isBare = ([, backslashes]: RegExpExecArray) => backslashes!.length % 2 === 0;
  const [first] = bars;
  const divider = first === undefined ? -1 : start + 1 + first.index + first[0].length;
  const targetLimit = first === undefined ? end - 2 : isBare(first) ? divider : divider - 1;
  const label = first === undefined ? "" : body.slice(divider + 1, end - 2).trim();
  const embed = text[start - 1] === "!" && !isEscaped(text, start - 1);
  const inTable = rangeAt(rows, start) !== undefined;
  const isCitation = rangeAt(spans, start)?.kind === "citation";
  const link: Wikilink = {
    start: embed ? start - 1 : start,
    end,
    target: body
      .slice(start + 2, targetLimit)
      .trim()
      .replaceAll("\u00a0", " "),
    embed,
    inTable,
    bareBar: inTable && bars.some(isBare),
    conditional: isCitation || inside.some(({ kind }) => kind === "footnote" && divider === -1),
  };
  if (label !== "") link.label = safeLabel(body, label, divider, inside);
  return link;
}

/**
 * A label as Markdown that is safe inside a link's text. It keeps its own markup unless that would
 * end the link.
 */
function safeLabel(body: string, label: string, divider: number, spans: readonly Span[]): string {
  if (spans.some((span) => span.start > divider && breaksOut(body, span))) return escapeText(label);
  // A backslash before a space that was trimmed would escape the closing bracket.
  const closed = isEscaped(label, label.length) ? `${label}\\` : label;
  return closed.startsWith("^") ? `\\${closed}` : closed;
}

/** Whether a span is a link, or an image that contains one. */
function breaksOut(body: string, { start, end, kind }: Span): boolean {
  if (kind !== "opaque") return kind !== "address";
  return body[start] === "!" && body.slice(start + 2, end).includes("[");
}
