import { createMdastHandle, dropHandle, MdastReader, serializeHandle } from "satteri";
import type { Range } from "./spans.ts";

/**
 * A stretch of inline Markdown with a meaning of its own.
 * - `opaque`: code, HTML, math, an image; nothing in it is read
 * - `link`: a link with its destination; nothing in it is read, and no wikilink may contain it
 * - `address`: a bare URL or mail address; plain text once a bracket is open
 * - `citation`: a link whose text begins with a bracket and whose destination may be a word or two in
 *   parentheses, `[[1]](about)`; plain text, where only the brackets at its start may be a wikilink
 * - `reference`: `[x]` with a definition; plain text that no wikilink may contain
 * - `footnote`: `[^1]` with a definition; plain text that no wikilink may contain
 */
export interface Span extends Range {
  kind: "opaque" | "link" | "address" | "citation" | "reference" | "footnote";
}

/** The inline Markdown of a heading or a paragraph, without the markers of its block. */
export interface TextBlock extends Range {
  /** The text that a reader sees, on one line; wikilinks are still as written. */
  text: string;
}

export interface Destination extends Range {
  isImage: boolean;
}

/** The parser's node types, by their mdast names. */
const PARAGRAPH = 1;
const HEADING = 2;
const HTML = 7;
const DEFINITION = 9;
const TEXT = 10;
const INLINE_CODE = 13;
const BREAK = 14;
const LINK = 15;
const IMAGE = 16;
const LINK_REFERENCE = 17;
const IMAGE_REFERENCE = 18;
const FOOTNOTE_REFERENCE = 20;
const TABLE_ROW = 22;
/** The types of nodes that are kept as spans. */
const SPANS: readonly number[] = [
  HTML,
  INLINE_CODE,
  LINK,
  IMAGE,
  LINK_REFERENCE,
  IMAGE_REFERENCE,
  FOOTNOTE_REFERENCE,
];

function spanKind(type: number, source: string): Span["kind"] {
  if (type === FOOTNOTE_REFERENCE) return "footnote";
  // Only a full reference can contain two brackets in a row: its text is a link's text.
  if (type === LINK_REFERENCE) return source.includes("[[") ? "link" : "reference";
  if (type !== LINK) return "opaque";
  if (!source.startsWith("[")) return source.startsWith("<") ? "link" : "address";
  return source.startsWith("[[") && source.endsWith(")") && !isAddressed(source)
    ? "citation"
    : "link";
}

/** A destination that is an address: a scheme, a path, a fragment, a file. */
const ADDRESS = /^<?\s*(?:[a-z][a-z\d+.-]*:|www\.|[/#?.])|\/|\.\w+(?:[\s?#>]|$)/i;

/** Whether a link leads to an address, or spans several lines, which no citation does. */
function isAddressed(source: string): boolean {
  const destination = source.lastIndexOf("](", source.length - 2);
  return (
    destination === -1 || ADDRESS.test(source.slice(destination + 2, -1)) || /[\n\r]/.test(source)
  );
}

/** A destination, in angle brackets or bare, with what precedes it. */
const DESTINATION = /^(\s*<)((?:[^<>\\\n]|\\.)*)>|^(\s*)((?:[^\s()\\]|\\.|\([^\s()]*\))+)/s;

function findDestination(body: string, from: number, limit: number): Range | undefined {
  const found = DESTINATION.exec(body.slice(from, limit));
  if (found === null) return undefined;
  const start = from + (found[1] ?? found[3]!).length;
  return { start, end: start + (found[2] ?? found[4]!).length };
}

/**
 * The structure of a body, from a single parse. All lists are sorted by start, outer ranges first. Math stays text,
 * because the parser's rule for `$` would read "$5 [[x]] $6" as a formula.
 */
export class Structure {
  /** The stretches of inline Markdown: paragraphs, headings and table rows. */
  readonly blocks: Range[] = [];
  /** The blocks that are table rows. */
  readonly rows: Range[] = [];
  readonly spans: Span[] = [];
  readonly headings: (TextBlock & { depth: number })[] = [];
  readonly destinations: Destination[] = [];
  readonly #body: string;
  readonly #reader: MdastReader;

  constructor(body: string) {
    this.#body = body;
    // The parser drops a leading byte order mark and counts offsets from after it, but counts a blank line.
    const handle = createMdastHandle(body.replace(/^\ufeff/, "\n"), { frontmatter: false });
    this.#reader = new MdastReader(serializeHandle(handle));
    dropHandle(handle);
    for (let id = 0; id < this.#reader.nodeCount; id++) this.#addNode(id);
    // The parser's nodes are already in order except in rare cases.
    const lists: Range[][] = [this.blocks, this.rows, this.spans, this.headings, this.destinations];
    for (const ranges of lists) ranges.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #addNode(id: number): void {
    const type = this.#reader.getNodeType(id);
    const range = type === TEXT ? undefined : this.#rangeOf(id);
    if (range === undefined) return;
    const { start, end } = range;
    if (type === HEADING || type === PARAGRAPH || type === TABLE_ROW) this.blocks.push(range);
    if (type === TABLE_ROW) this.rows.push(range);
    if (type === HEADING) {
      this.headings.push({ ...this.#textBlock(id, end), depth: this.#reader.fieldU8(id, 0, 1) });
    }
    const mark = this.#destinationMark(id, type, range);
    const destination = mark === undefined ? undefined : findDestination(this.#body, mark, end);
    if (destination) this.destinations.push({ ...destination, isImage: type === IMAGE });
    if (SPANS.includes(type)) {
      this.spans.push({ start, end, kind: spanKind(type, this.#body.slice(start, end)) });
    }
  }

  /** The offset at which the destination of a link, an image or a definition may begin. */
  #destinationMark(id: number, type: number, { start, end }: Range): number | undefined {
    const body = this.#body;
    if (type === IMAGE) return body.lastIndexOf("](", end) + 2;
    if (type === LINK && body[start] === "[") return this.#contentEnd(id, start + 1) + 2;
    const name = type === DEFINITION && /^\[(?:[^\\\]]|\\.)*\]:/s.exec(body.slice(start, end));
    return name ? start + name[0].length : undefined;
  }

  /** Undefined for a node without a position in the body. */
  #rangeOf(id: number): Range | undefined {
    const { start, end } = this.#reader.getPosition(id) ?? {};
    if (start?.offset === undefined || end?.offset === undefined) return undefined;
    return { start: start.offset, end: end.offset };
  }

  /** The offset at which the children of a node end. @param empty the result for a node without any */
  #contentEnd(id: number, empty: number): number {
    const last = this.#reader.getChildIds(id).at(-1);
    return (last === undefined ? undefined : this.#rangeOf(last)?.end) ?? empty;
  }

  /** @param empty offset of a block without content */
  #textBlock(id: number, empty: number): TextBlock {
    const reader = this.#reader;
    const children = reader.getChildIds(id);
    const [first] = children;
    const start = (first === undefined ? undefined : this.#rangeOf(first)?.start) ?? empty;
    const end = this.#contentEnd(id, empty);
    const source = this.#body.slice(start, end);
    // Most headings are one text node without escapes: using the source avoids decoding the parser's string.
    const isPlain = children.length === 1 && this.#reader.getNodeType(first!) === TEXT;
    const text = isPlain && !/[\\&\n\r]/.test(source) ? source : this.#textOf(id);
    return { start, end, text };
  }

  /** The text of a node as a reader sees it, on one line; HTML and images have none. */
  #textOf(root: number): string {
    const reader = this.#reader;
    const stack: number[] = [];
    reader.pushChildIds(root, stack);
    let text = "";
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const type = this.#reader.getNodeType(id);
      if (type === TEXT || type === INLINE_CODE) text += reader.getTextValue(id);
      else if (type === BREAK) text += " ";
      else if (type !== HTML && type !== IMAGE) reader.pushChildIds(id, stack);
    }
    return text.replace(/[\n\r]+/g, " ");
  }

  /** The paragraphs at the top level, then those in lists and quotes, read one at a time. */
  *paragraphs(): Generator<TextBlock> {
    for (const isTop of [true, false]) {
      for (let id = 1; id < this.#reader.nodeCount; id++) {
        if (this.#reader.getNodeType(id) !== PARAGRAPH) continue;
        if ((this.#reader.getParentId(id) === 0) !== isTop) continue;
        yield this.#textBlock(id, 0);
      }
    }
  }
}

/**
 * A line that begins with 500 spaces and markers of quotes and list items, such as 250 nested items.
 * Parsing takes time that grows with the depth: 400 kB take 0.1 to 0.5 s at this depth, and 12 s if
 * they are all on one line.
 */
const TOO_DEEP =
  /^(?=[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t])){500}/m;

/**
 * The most `*`, `_` and `&` in a paragraph. Parsing takes time that grows with the square of their number:
 * 0.1 s for this many, 20 s for 100,000. Text with a fence or a table is not a paragraph.
 */
const MOST_MARKS = 10_000;
const NO_PARAGRAPH = /^[ \t>]*(?:`{3}|~{3}|\|)/m;

/** The offset of text that would take too long to parse; -1 for nearly every body. */
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
