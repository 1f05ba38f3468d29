import { createMdastHandle, dropHandle, MdastReader, serializeHandle } from "satteri";

/** A stretch of the body that holds inline Markdown: a paragraph, a heading, a table's row. */
export interface Block {
  start: number;
  end: number;
  isRow: boolean;
}

/**
 * A stretch of inline Markdown that means something of its own.
 * - `opaque`: code, HTML, math, an image; nothing in it is read
 * - `link`: a link with its destination; nothing in it is read, and no link may hold it
 * - `address`: a bare URL or mail address; plain text once a bracket is open
 * - `citation`: a link whose text begins with a bracket, `[[1]](about)`
 * - `reference`: `[x]` with a definition; plain text that no link may hold
 * - `footnote`: `[^1]` with a definition; plain text that no link may hold
 */
export interface Span {
  start: number;
  end: number;
  kind: "opaque" | "link" | "address" | "citation" | "reference" | "footnote";
}

/** A heading: where its inline Markdown stands, without the marks that make it one. */
export interface HeadingBlock {
  start: number;
  end: number;
  depth: number;
  /** Its text as the parser reads it, wikilinks not yet read. */
  text: string;
}

export interface Structure {
  /** In order, none inside another. */
  blocks: Block[];
  /** In order of their starts, an outer one before the inner. */
  spans: Span[];
  /** In order. */
  headings: HeadingBlock[];
}

// The parser's node types (mdast names).
const PARAGRAPH = 1;
const HEADING = 2;
const HTML = 7;
const TEXT = 10;
const INLINE_CODE = 13;
const BREAK = 14;
const LINK = 15;
const IMAGE = 16;
const LINK_REFERENCE = 17;
const IMAGE_REFERENCE = 18;
const FOOTNOTE_REFERENCE = 20;
const TABLE_ROW = 22;

const BYTE_ORDER_MARK = 0xfeff;
const OPEN_BRACKET = 91;
const LESS_THAN = 60;

/**
 * Parses a body and keeps what the reading of links needs. Math stays text: the parser's rule for
 * `$` would take "$5 [[x]] $6" for a formula.
 */
export function readStructure(body: string): Structure {
  // The parser drops a leading byte order mark and counts from after it.
  const shift = body.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const handle = createMdastHandle(shift === 0 ? body : body.slice(1), { frontmatter: false });
  const reader = new MdastReader(serializeHandle(handle));
  dropHandle(handle);
  const structure: Structure = { blocks: [], spans: [], headings: [] };
  for (let id = 0; id < reader.nodeCount; id++) {
    const type = reader.getNodeType(id);
    if (type === TEXT || !isKept(type)) continue;
    const range = rangeOf(reader, id, shift);
    if (!range) continue;
    const { start, end } = range;
    if (type === HEADING) structure.headings.push(readHeading(reader, id, body, shift, end));
    if (type === PARAGRAPH || type === HEADING || type === TABLE_ROW) {
      structure.blocks.push({ start, end, isRow: type === TABLE_ROW });
    } else {
      const kind = spanKind(type, body, start, end);
      if (kind) structure.spans.push({ start, end, kind });
    }
  }
  sortByStart(structure.blocks);
  sortByStart(structure.spans);
  sortByStart(structure.headings);
  return structure;
}

function isKept(type: number): boolean {
  switch (type) {
    case PARAGRAPH:
    case HEADING:
    case TABLE_ROW:
    case HTML:
    case INLINE_CODE:
    case LINK:
    case IMAGE:
    case LINK_REFERENCE:
    case IMAGE_REFERENCE:
    case FOOTNOTE_REFERENCE:
      return true;
    default:
      return false;
  }
}

function spanKind(
  type: number,
  body: string,
  start: number,
  end: number,
): Span["kind"] | undefined {
  switch (type) {
    case LINK:
      return linkKind(body, start, end);
    case LINK_REFERENCE:
      // Only a full reference can hold two brackets in a row: its text is a link's text.
      return hasOpening(body, start, end) ? "link" : "reference";
    case FOOTNOTE_REFERENCE:
      return "footnote";
    default:
      return "opaque";
  }
}

function linkKind(body: string, start: number, end: number): Span["kind"] {
  const first = body.charCodeAt(start);
  if (first === OPEN_BRACKET) {
    return body.charCodeAt(start + 1) === OPEN_BRACKET && body.endsWith(")", end)
      ? "citation"
      : "link";
  }
  return first === LESS_THAN ? "link" : "address";
}

function hasOpening(body: string, start: number, end: number): boolean {
  for (let i = start; i < end - 1; i++) {
    if (body.charCodeAt(i) === OPEN_BRACKET && body.charCodeAt(i + 1) === OPEN_BRACKET) return true;
  }
  return false;
}

/** Offsets into the body, or undefined for a node that stands nowhere in it. */
function rangeOf(
  reader: MdastReader,
  id: number,
  shift: number,
): { start: number; end: number } | undefined {
  const position = reader.getPosition(id);
  const start = position?.start.offset;
  const end = position?.end.offset;
  return start === undefined || end === undefined
    ? undefined
    : { start: start + shift, end: end + shift };
}

/** @param lineEnd where an empty heading stands */
function readHeading(
  reader: MdastReader,
  id: number,
  body: string,
  shift: number,
  lineEnd: number,
): HeadingBlock {
  const children = reader.getChildIds(id);
  const first = children[0];
  const last = children.at(-1);
  const start = (first === undefined ? undefined : rangeOf(reader, first, shift)?.start) ?? lineEnd;
  const end = (last === undefined ? undefined : rangeOf(reader, last, shift)?.end) ?? lineEnd;
  const source = body.slice(start, end);
  // Most headings are one text without escapes: the parser's own strings need not be decoded.
  const isPlain =
    first !== undefined &&
    first === last &&
    reader.getNodeType(first) === TEXT &&
    !/[\\&\n\r]/.test(source);
  const text = isPlain ? source : textOf(reader, id);
  return { start, end, depth: reader.fieldU8(id, 0, 1), text };
}

/** The text of a node as a reader sees it, in one line; HTML and images have none. */
function textOf(reader: MdastReader, root: number): string {
  const stack: number[] = [];
  reader.pushChildIds(root, stack);
  let text = "";
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const type = reader.getNodeType(id);
    if (type === TEXT || type === INLINE_CODE) text += reader.getTextValue(id);
    else if (type === BREAK) text += " ";
    else if (type !== HTML && type !== IMAGE) reader.pushChildIds(id, stack);
  }
  return text.replace(/[\n\r]+/g, " ");
}

/** Sorts in place; what the parser gives is in order already but for rare cases. */
function sortByStart(items: { start: number; end: number }[]): void {
  let isSorted = true;
  for (let i = 1; i < items.length && isSorted; i++)
    isSorted = items[i - 1]!.start <= items[i]!.start;
  if (!isSorted) items.sort((a, b) => a.start - b.start || b.end - a.end);
}
