/** Maximum length of a piece, in UTF-16 units. */
export const MAX_PIECE = 50_000;

export interface Piece {
  readonly text: string;
  readonly isLast: boolean;
}

/** Where a piece could end: before a heading, after a blank line, after any line. */
type Places = Record<"heading" | "blank" | "line", number>;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;

/**
 * A piece of a Markdown text that is too long for one answer; all pieces in a row are the text. A piece ends
 * before the last heading that lies in its second half, else after the last blank line there, else after its last
 * line. What is in a fenced code block is neither a heading nor blank.
 *
 *     ├──────────── MAX_PIECE ────────────┤
 *     text ¶ text # text │ text ¶ # text ¶│text …
 *                                 ↑ the next piece begins
 *
 * @param number from 1
 * @returns undefined if there are fewer pieces
 */
export function pieceOf(markdown: string, number: number): Piece | undefined {
  const places: Places = { heading: 0, blank: 0, line: 0 };
  let piece = 1;
  let start = 0;
  let fence = "";
  let wasBlank = false;
  for (let line = 0; line < markdown.length; ) {
    const lineEnd = endOfLine(markdown, line);
    const text = markdown.slice(line, lineEnd).trimEnd();
    if (fence === "" && HEADING.test(text)) places.heading = line;
    if (fence === "" && wasBlank) places.blank = line;
    places.line = line;
    while (lineEnd - start > MAX_PIECE) {
      const cut = bestCut(markdown, start, places);
      if (piece === number) return { text: markdown.slice(start, cut), isLast: false };
      piece++;
      start = cut;
    }
    fence = fenceAfter(text, fence);
    wasBlank = text === "";
    line = lineEnd;
  }
  return piece === number ? { text: markdown.slice(start), isLast: true } : undefined;
}

/** Where the line that starts at `at` ends, line break included. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

function bestCut(markdown: string, start: number, { heading, blank, line }: Places): number {
  const half = start + MAX_PIECE / 2;
  const cut = [heading, blank].find((place) => place > half) ?? line;
  if (cut > start) return cut;
  // A single line: between two characters.
  const end = start + MAX_PIECE;
  const isPair =
    /[\ud800-\udbff]/.test(markdown[end - 1]!) && /[\udc00-\udfff]/.test(markdown[end]!);
  return isPair ? end - 1 : end;
}

/** The fence that is open after a line: the characters that opened it, or nothing. */
function fenceAfter(line: string, open: string): string {
  const [, marks = "", info = ""] = FENCE.exec(line) ?? [];
  if (marks === "") return open;
  if (open === "") return marks[0] === "`" && info.includes("`") ? "" : marks;
  return marks.startsWith(open) && info.trim() === "" ? "" : open;
}
