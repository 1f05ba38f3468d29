import type { Block, Span, Structure } from "./markdown.ts";
import { isEscapable, isEscaped, SpanCursor } from "./spans.ts";
import { escapeText } from "./write.ts";

/** One `[[target|label]]` of a body. Plain data; offsets in UTF-16 units into the body. */
export interface Wikilink {
  /** At the first bracket, or at the `!` of an embed. */
  start: number;
  /** After the last bracket. */
  end: number;
  /** Where the target stands, without the space around it. */
  targetStart: number;
  targetEnd: number;
  /** The target, trimmed, no-break spaces as spaces. Empty for `[[|label]]`. */
  target: string;
  /** The label as Markdown that may stand between a link's brackets; absent where none was written. */
  label?: string;
  /** Written with a `!` before it. */
  embed: boolean;
  /** Inside a table row, where a bar must be escaped. */
  inTable: boolean;
  /** Inside a table row, with a bar that is not escaped. */
  bareBar: boolean;
  /**
   * Markdown gives the same characters a meaning of their own, `[[1]](about)` or `[[^1]]`: a link
   * only where the target resolves, else left alone without a word.
   */
  conditional: boolean;
}

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
    const isBefore = at < block.start;
    const from = isBefore ? block.start : new LineReader(body, at, block, cursor).read(links);
    at = body.indexOf("[[", from);
  }
  return links;
}

/**
 * Matches the brackets of one line, each closing one with the last that is open:
 *
 *     a [[b [c] d]] e
 *       12  3 3  21      two neighbors closed by two neighbors: a link
 */
class LineReader {
  readonly #body: string;
  readonly #block: Block;
  readonly #cursor: SpanCursor;
  readonly #open = new OpenBrackets();
  readonly #met: Span[] = [];
  /** The citation being read: of the brackets in it only the pair at its start may be a link. */
  #citation: Span | undefined;
  #lastStart = -1;
  #at: number;

  /** @param from two brackets in a row; what stands before them in the line closes nothing */
  constructor(body: string, from: number, block: Block, cursor: SpanCursor) {
    this.#body = body;
    this.#block = block;
    this.#cursor = cursor;
    this.#at = isEscaped(body, from, block.start) ? from + 1 : from;
  }

  /** @returns where the line ends, or where no bracket is open any more */
  read(links: Wikilink[]): number {
    let isDone = false;
    while (!isDone && this.#at < this.#block.end) {
      const span = this.#cursor.at(this.#at);
      isDone = span === undefined ? this.#readMark(links) : this.#readSpan(span);
    }
    return this.#at;
  }

  /** Goes into a span that is text, and skips any other. @returns whether the line ends in it */
  #readSpan(span: Span): boolean {
    this.#met.push(span);
    if (isReadAsText(this.#body, span, this.#open.hasPair)) {
      if (span.kind === "citation") this.#citation = span;
      this.#cursor.enter();
      return false;
    }
    this.#at = span.end;
    return holdsLineEnd(this.#body, span);
  }

  /** Reads up to the next bracket or backslash, and that. @returns whether the line ends */
  #readMark(links: Wikilink[]): boolean {
    const limit = Math.min(this.#block.end, this.#cursor.nextStart);
    this.#at = nextMark(this.#body, this.#at, limit);
    if (this.#at === limit) return false;
    switch (this.#body[this.#at]) {
      case "[":
        this.#open.push(this.#at++);
        return false;
      case "]":
        return this.#close(links);
      case "\\":
        this.#at += isEscapable(this.#body.charCodeAt(this.#at + 1)) ? 2 : 1;
        return false;
      default:
        return true;
    }
  }

  /** Closes the innermost bracket, and with the one behind it a link. @returns whether none is open then */
  #close(links: Wikilink[]): boolean {
    const inner = this.#open.pop();
    const start = this.#open.innermost;
    this.#at++;
    if (start === undefined || start + 1 !== inner || this.#body[this.#at] !== "]") return false;
    this.#open.pop();
    const end = ++this.#at;
    const citation = this.#citation && end <= this.#citation.end ? this.#citation : undefined;
    const isOther = citation !== undefined && citation.start !== start;
    if (start < this.#lastStart || end > this.#block.end || isOther) return false;
    this.#lastStart = start;
    const isCitation = citation !== undefined;
    const link = readLink(this.#body, { start, end }, this.#block, this.#met, isCitation);
    // `[[]]` is Python and JavaScript.
    if (link.target !== "" || link.label !== undefined) links.push(link);
    this.#at = citation?.end ?? end;
    return this.#open.isEmpty && (this.#citation === undefined || this.#citation.end <= this.#at);
  }
}

/** The brackets of a line that are open, innermost last. */
class OpenBrackets {
  readonly #offsets: number[] = [];
  /** How many brackets were open below the outermost pair of neighbors; -1 without a pair. */
  #belowPair = -1;

  /** Whether two brackets in a row are among them: what follows may belong to a link. */
  get hasPair(): boolean {
    return this.#belowPair !== -1;
  }

  get isEmpty(): boolean {
    return this.#offsets.length === 0;
  }

  get innermost(): number | undefined {
    return this.#offsets.at(-1);
  }

  push(offset: number): void {
    if (this.#belowPair === -1 && this.#offsets.at(-1) === offset - 1) {
      this.#belowPair = this.#offsets.length - 1;
    }
    this.#offsets.push(offset);
  }

  /** Closes the innermost; undefined where none is open. */
  pop(): number | undefined {
    const offset = this.#offsets.pop();
    if (this.#offsets.length <= this.#belowPair + 1) this.#belowPair = -1;
    return offset;
  }
}

/** The first bracket, backslash or line end from `at` on, or `limit`. */
function nextMark(body: string, at: number, limit: number): number {
  for (let i = at; i < limit; i++) {
    const unit = body.charCodeAt(i);
    // The opening bracket, the backslash and the closing bracket follow one another.
    if ((unit >= 91 && unit <= 93) || unit === 10 || unit === 13) return i;
  }
  return limit;
}

function holdsLineEnd(body: string, { start, end }: Span): boolean {
  return /[\n\r]/.test(body.slice(start, end));
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

/** Whether the parenthesis of a citation holds an address. */
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
    start > block.start && body[start - 1] === "!" && !isEscaped(body, start - 1, block.start);
  const link: Wikilink = {
    start: embed ? start - 1 : start,
    end,
    targetStart,
    targetEnd: targetStart + target.length,
    target: target.replaceAll("\u00a0", " "),
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
  const source = body.slice(start, end);
  if (source.startsWith("$")) return /[[\]]/.test(source);
  return source.startsWith("!") && source.slice(2).includes("[");
}
