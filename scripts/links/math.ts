import type { Block, Span, Structure } from "./markdown.ts";
import { isEscapable, SpanCursor } from "./spans.ts";

/**
 * What math is decided by: `$` and `$$`; `[[`, `]]` and the bar between them; where a line and where
 * a stretch of inline Markdown (a paragraph, a table cell) begins.
 */
interface Mark {
  at: number;
  kind: "single" | "double" | "open" | "close" | "bar" | "line" | "stretch";
}

/** For each mark, the index of the next one that could close what it opens; -1 for none. */
interface Closers {
  single: Int32Array;
  double: Int32Array;
  doubleAnywhere: Int32Array;
  brackets: Int32Array;
}

/**
 * The formulas of a body, in order: `$$…$$`, and `$…$` by pandoc's rule, where the first dollar has
 * no space after it, the last none before it and no digit after it, so that "$5 and $6" are prices.
 * A `$$` that stands alone on its line may close paragraphs later; one that is never closed is text.
 * What opens first holds the other: in `[[Lapsus$|Lapsus$]]` the dollars are letters, as is every
 * dollar in a wikilink's target; a label may hold math. Linear in the body's length.
 */
export function findMath(body: string, structure: Structure): Span[] {
  const marks = readMarks(body, structure);
  const closers = readClosers(body, marks);
  const math: Span[] = [];
  /** What an open wikilink is read as here: nothing where none is open. */
  let part: "target" | "label" | undefined;
  for (let i = 0; i < marks.length; i++) {
    const { kind, at } = marks[i]!;
    if (kind === "bar") part &&= "label";
    else if (kind !== "single" && kind !== "double") part = kind === "open" ? "target" : undefined;
    else {
      const closing = closingOf(body, marks, closers, i);
      const brackets = closers.brackets[i]!;
      const isInLink =
        part !== undefined && brackets !== -1 && (part === "target" || brackets < closing);
      if (closing === -1 || isInLink) continue;
      const length = kind === "double" ? 2 : 1;
      math.push({ start: at, end: marks[closing]!.at + length, kind: "opaque" });
      if (part === "target") part = undefined;
      i = closing;
    }
  }
  return math;
}

function closingOf(body: string, marks: readonly Mark[], closers: Closers, i: number): number {
  const { kind, at } = marks[i]!;
  if (kind === "single") return isSpace(body[at + 1]) ? -1 : closers.single[i]!;
  if (closers.double[i] !== -1) return closers.double[i]!;
  const isAlone = isSpace(body[at + 2]) && marks[i - 1]?.kind === "line" && marks[i - 1]!.at === at;
  return isAlone ? closers.doubleAnywhere[i]! : -1;
}

function readClosers(body: string, marks: readonly Mark[]): Closers {
  const closers: Closers = {
    single: new Int32Array(marks.length),
    double: new Int32Array(marks.length),
    doubleAnywhere: new Int32Array(marks.length),
    brackets: new Int32Array(marks.length),
  };
  let [single, double, doubleAnywhere, brackets] = [-1, -1, -1, -1];
  for (let i = marks.length - 1; i >= 0; i--) {
    closers.single[i] = single;
    closers.double[i] = double;
    closers.doubleAnywhere[i] = doubleAnywhere;
    closers.brackets[i] = brackets;
    const { kind, at } = marks[i]!;
    if (kind === "single") single = mayClose(body, at) ? i : -1;
    if (kind === "double") {
      single = -1;
      double = doubleAnywhere = i;
    }
    if (kind === "close") brackets = i;
    if (kind === "line") brackets = -1;
    if (kind === "stretch") single = double = brackets = -1;
  }
  return closers;
}

/** Only the very next dollar may close: "$5 and $6" has no formula, whatever follows it. */
function mayClose(body: string, at: number): boolean {
  return !isSpace(body[at - 1]) && !/\d/.test(body[at + 1] ?? "");
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

/** The marks outside code, HTML and links, of those blocks that hold a dollar. */
function readMarks(body: string, { blocks, spans }: Structure): Mark[] {
  const marks: Mark[] = [];
  const cursor = new SpanCursor(spans);
  let dollar = body.indexOf("$");
  for (const block of blocks) {
    if (dollar !== -1 && dollar < block.start) dollar = body.indexOf("$", block.start);
    if (dollar === -1) break;
    if (dollar < block.end) readBlock(body, block, cursor, marks);
  }
  return marks;
}

function readBlock(body: string, block: Block, cursor: SpanCursor, marks: Mark[]): void {
  const { start, end, isRow } = block;
  marks.push({ at: start, kind: "stretch" });
  pushLine(body, start, marks);
  let at = start;
  while (at < end) {
    const span = cursor.at(at);
    if (span) {
      if (span.kind === "opaque" || span.kind === "link") at = span.end;
      else cursor.enter();
      continue;
    }
    const character = body[at]!;
    const isDouble = body[at + 1] === character && at + 1 < end;
    if (character === "\\" && isEscapable(body.charCodeAt(at + 1))) {
      if (body[++at] === "|") marks.push({ at, kind: "bar" });
    } else if (character === "$") {
      const length = runLength(body, at, end);
      if (length <= 2) marks.push({ at, kind: length === 1 ? "single" : "double" });
      at += length - 1;
    } else if (character === "[" && isDouble) marks.push({ at, kind: "open" });
    else if (character === "]" && isDouble) marks.push({ at, kind: "close" });
    else if (character === "\n" || character === "\r") pushLine(body, at + 1, marks);
    else if (character === "|") marks.push({ at, kind: isRow ? "stretch" : "bar" });
    at++;
  }
}

/** Marks where the text of a line begins, behind the marks of quotes. */
function pushLine(body: string, at: number, marks: Mark[]): void {
  let start = at;
  while (start < body.length && " \t>".includes(body[start]!)) start++;
  marks.push({ at: start, kind: "line" });
}

function runLength(body: string, at: number, end: number): number {
  let length = 1;
  while (at + length < end && body[at + length] === "$") length++;
  return length;
}
