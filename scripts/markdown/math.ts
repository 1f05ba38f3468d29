import { type Range, rangeAt } from "./spans.ts";

/** One dollar, two, or a boundary that no formula crosses: a gap between two stretches, or the end of a table cell. */
interface Mark {
  at: number;
  kind: "$" | "$$" | "gap";
}

/** Dollars, gaps, bars and escapes. */
const MARK = /\$+|\f+|\||\\[!-/:-@[-`{-~]/g;

/**
 * Finds the formulas of a body, in order: `$$…$$`, and `$…$` by pandoc's rule: the first dollar has no
 * space after it, the last none before it and no digit after it, so that "$5 and $6" are prices.
 * A `$$` that stands alone on its line may close paragraphs later; one that is never closed is text.
 * Whichever opens first contains the other: in `[[Lapsus$|Lapsus$]]` the dollars are letters.
 * Takes linear time.
 * @param text the body with code, HTML and links masked, and gaps between its stretches
 * @param rows its table rows, in order
 * @param brackets the double brackets that are links unless a formula contains them, in order
 */
export function findMath(
  text: string,
  rows: readonly Range[],
  brackets: readonly Range[],
): Range[] {
  const marks = readMarks(text, rows);
  const math: Range[] = [];
  for (let i = 0; i < marks.length; i++) {
    const { kind, at } = marks[i]!;
    if (kind === "gap" || rangeAt(brackets, at) !== undefined) continue;
    const closing = kind === "$" ? closingOfOne(text, marks, i) : closingOfTwo(text, marks, i);
    if (closing === marks.length) continue;
    math.push({ start: at, end: marks[closing]!.at + kind.length });
    i = closing;
  }
  return math;
}

function readMarks(text: string, rows: readonly Range[]): Mark[] {
  return Array.from(text.matchAll(MARK)).flatMap(({ 0: found, index: at }): Mark[] => {
    if (found === "$" || found === "$$") return [{ at, kind: found }];
    const isGap = found.startsWith("\f") || (found === "|" && rangeAt(rows, at) !== undefined);
    return isGap ? [{ at, kind: "gap" }] : [];
  });
}

/** The index of the dollar that closes another; the number of marks if there is none. */
function closingOfOne(text: string, marks: readonly Mark[], i: number): number {
  const start = marks[i]!.at;
  const { kind, at } = marks[i + 1] ?? { kind: "gap", at: text.length };
  // Only the very next dollar may close: "$5 and $6" has no formula, whatever follows it.
  const isMath =
    kind === "$" && !/\s/.test(text[start + 1]!) && /^\S\$(?!\d)/.test(text.slice(at - 1, at + 2));
  return isMath ? i + 1 : marks.length;
}

/** The same for two dollars. */
function closingOfTwo(text: string, marks: readonly Mark[], i: number): number {
  const inStretch = next(marks, i, "$$", "gap");
  if (marks[inStretch]?.kind === "$$") return inStretch;
  return isAlone(text, marks[i]!.at) ? next(marks, i, "$$") : marks.length;
}

/** The index of the next mark of one of the kinds; the number of marks if there is none. */
function next(marks: readonly Mark[], from: number, ...kinds: Mark["kind"][]): number {
  let i = from + 1;
  while (i < marks.length && !kinds.includes(marks[i]!.kind)) i++;
  return i;
}

/** Whether two dollars have only quote markers before them on their line, and no text right after them. */
function isAlone(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && " \t>".includes(text[start - 1]!)) start--;
  return (
    !/\S/.test(text.slice(at + 2, at + 3)) && (start === 0 || /[\n\r\f]/.test(text[start - 1]!))
  );
}
