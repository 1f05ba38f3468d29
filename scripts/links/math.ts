import type { Block, Span } from "./markdown.ts";

/**
 * What math is decided by: `$` and `$$`; `[[`, `]]` and the bar between them; where a line and where
 * a stretch of inline Markdown (a paragraph, a table cell) begins.
 */
interface Mark {
  at: number;
  kind: "single" | "double" | "open" | "close" | "bar" | "line" | "stretch";
}

/**
 * The formulas of a body, in order: `$$…$$`, and `$…$` by pandoc's rule, where the first dollar has
 * no space after it, the last none before it and no digit after it, so that "$5 and $6" are prices.
 * A `$$` that stands alone on its line may close paragraphs later; one that is never closed is text.
 * What opens first holds the other: in `[[Lapsus$|Lapsus$]]` the dollars are letters, as is every
 * dollar in a wikilink's target; a label may hold math. Takes time that grows with the body's length.
 * @param text the body with code, HTML and links masked
 */
export function findMath(body: string, text: string, blocks: readonly Block[]): Span[] {
  const marks = readMarks(text, blocks);
  const math: Span[] = [];
  /** What an open wikilink is read as here: nothing where none is open. */
  let part: "target" | "label" | undefined;
  /** Where the next brackets close in the line, or where it ends. */
  let end = -1;
  for (let i = 0; i < marks.length; i++) {
    const { kind, at } = marks[i]!;
    if (kind === "bar") part &&= "label";
    else if (kind !== "single" && kind !== "double") part = kind === "open" ? "target" : undefined;
    else {
      const closing = closingOf(body, marks, i);
      if (closing === marks.length) continue;
      if (end <= i) end = next(marks, i, "close", "line", "stretch");
      const isClosed = part !== undefined && marks[end]?.kind === "close";
      if (isClosed && (part === "target" || end < closing)) continue;
      const length = kind === "double" ? 2 : 1;
      math.push({ start: at, end: marks[closing]!.at + length, kind: "opaque" });
      if (part === "target") part = undefined;
      i = closing;
    }
  }
  return math;
}

/** The index of the mark that closes what a dollar or two would open; the number of marks for none. */
function closingOf(body: string, marks: readonly Mark[], i: number): number {
  const { kind, at } = marks[i]!;
  if (kind === "single") {
    const closing = next(marks, i, "single", "double", "stretch");
    const isMath = marks[closing]?.kind === "single" && mayClose(body, marks[closing].at);
    return isMath && !isSpace(body[at + 1]) ? closing : marks.length;
  }
  const closing = next(marks, i, "double", "stretch");
  const isAlone = isSpace(body[at + 2]) && marks[i - 1]?.kind === "line" && marks[i - 1]!.at === at;
  if (marks[closing]?.kind === "double") return closing;
  return isAlone ? next(marks, i, "double") : marks.length;
}

/** The index of the next mark of one of the kinds; the number of marks for none. */
function next(marks: readonly Mark[], from: number, ...kinds: Mark["kind"][]): number {
  let i = from + 1;
  while (i < marks.length && !kinds.includes(marks[i]!.kind)) i++;
  return i;
}

/** Only the very next dollar may close: "$5 and $6" has no formula, whatever follows it. */
function mayClose(body: string, at: number): boolean {
  return !isSpace(body[at - 1]) && !/\d/.test(body[at + 1] ?? "");
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

/** The marks of those blocks that hold a dollar. */
function readMarks(text: string, blocks: readonly Block[]): Mark[] {
  const marks: Mark[] = [];
  let dollar = text.indexOf("$");
  for (const block of blocks) {
    if (dollar !== -1 && dollar < block.start) dollar = text.indexOf("$", block.start);
    if (dollar === -1) break;
    if (dollar < block.end) readBlock(text, block, marks);
  }
  return marks;
}

/** Dollars, double brackets, bars, line ends and escapes; of three brackets each two are double. */
const MARK = /\$+|\[(?=\[)|\](?=\])|[|\n\r]|\\[!-/:-@[-`{-~]/g;

function readBlock(text: string, { start, end, isRow }: Block, marks: Mark[]): void {
  marks.push({ at: start, kind: "stretch" }, { at: lineStart(text, start), kind: "line" });
  for (const { 0: mark, index } of text.slice(start, end).matchAll(MARK)) {
    const at = start + index;
    if (mark === "$") marks.push({ at, kind: "single" });
    else if (mark === "$$") marks.push({ at, kind: "double" });
    else if (mark === "[") marks.push({ at, kind: "open" });
    else if (mark === "]") marks.push({ at, kind: "close" });
    else if (mark === "|") marks.push({ at, kind: isRow ? "stretch" : "bar" });
    else if (mark === "\\|") marks.push({ at, kind: "bar" });
    else if (mark === "\n" || mark === "\r")
      marks.push({ at: lineStart(text, at + 1), kind: "line" });
  }
}

/** Where the text of a line begins, behind the marks of quotes. */
function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && " \t>".includes(text[at]!)) at++;
  return at;
}
