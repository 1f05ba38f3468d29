import type { Span } from "./markdown.ts";
import { type Range, rangeAt } from "./spans.ts";

/** What math is decided by. A gap is between two stretches of inline Markdown, or between two cells. */
interface Mark {
  at: number;
  kind: "single" | "double" | "open" | "close" | "bar" | "line" | "gap";
}

/** Dollars, double brackets, bars, line ends and escapes; of three brackets each two are double. */
const MARK = /\$+|\[(?=\[)|\](?=\])|[|\n\r]|\f+|\\[!-/:-@[-`{-~]/g;
const KINDS: Readonly<Record<string, Mark["kind"]>> = {
  $: "single",
  $$: "double",
  "[": "open",
  "]": "close",
  "|": "bar",
  "\\|": "bar",
  "\n": "line",
  "\r": "line",
};

/**
 * The formulas of a body, in order: `$$…$$`, and `$…$` by pandoc's rule, where the first dollar has
 * no space after it, the last none before it and no digit after it, so that "$5 and $6" are prices.
 * A `$$` that stands alone on its line may close paragraphs later; one that is never closed is text.
 * What opens first holds the other: in `[[Lapsus$|Lapsus$]]` the dollars are letters, as is every
 * dollar in a wikilink's target; a label may hold math. Takes time that grows with the body's length.
 * @param text the body with code, HTML and links masked, and gaps between its stretches
 * @param rows its table rows, in order
 */
export function findMath(text: string, rows: readonly Range[]): Span[] {
  const marks = readMarks(text, rows);
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
      const closing = closingOf(text, marks, i);
      if (closing === marks.length) continue;
      if (end <= i) end = next(marks, i, "close", "line", "gap");
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

function readMarks(text: string, rows: readonly Range[]): Mark[] {
  return Array.from(text.matchAll(MARK)).flatMap(({ 0: found, index: at }) => {
    const isGap = found.startsWith("\f") || (found === "|" && rangeAt(rows, at) !== undefined);
    const kind = isGap ? "gap" : KINDS[found];
    return kind === undefined ? [] : { at, kind };
  });
}

/** The index of the mark that closes what a dollar or two would open; the number of marks for none. */
function closingOf(text: string, marks: readonly Mark[], i: number): number {
  const { kind, at } = marks[i]!;
  if (kind === "single") {
    // Only the very next dollar may close: "$5 and $6" has no formula, whatever follows it.
    const closing = next(marks, i, "single", "double", "gap");
    const isMath = marks[closing]?.kind === "single" && mayClose(text, marks[closing].at);
    return isMath && !isSpace(text[at + 1]) ? closing : marks.length;
  }
  const closing = next(marks, i, "double", "gap");
  if (marks[closing]?.kind === "double") return closing;
  return isAlone(text, at) ? next(marks, i, "double") : marks.length;
}

/** The index of the next mark of one of the kinds; the number of marks for none. */
function next(marks: readonly Mark[], from: number, ...kinds: Mark["kind"][]): number {
  let i = from + 1;
  while (i < marks.length && !kinds.includes(marks[i]!.kind)) i++;
  return i;
}

function mayClose(text: string, at: number): boolean {
  return !isSpace(text[at - 1]) && !/\d/.test(text[at + 1] ?? "");
}

/** Whether only the marks of quotes stand before two dollars in their line, and a space after them. */
function isAlone(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && " \t>".includes(text[start - 1]!)) start--;
  return isSpace(text[at + 2]) && (start === 0 || /[\n\r\f]/.test(text[start - 1]!));
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
