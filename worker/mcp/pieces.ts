import { readLines } from "./markdown-lines.ts";

/** Maximum length of a piece, in UTF-16 units. */
export const MAX_PIECE = 50_000;

export interface Piece {
  readonly text: string;
  readonly isLast: boolean;
}

/** Where a piece could end: before a heading, after a blank line, after any line. */
type Places = Record<"heading" | "blank" | "line", number>;

/**
 * A piece of a Markdown text that is too long for one answer; all pieces in a row are the text. A piece ends
 * before the last heading that lies in its second half, else after the last blank line there, else after its last
 * line.
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
  let wasBlank = false;
  for (const line of readLines(markdown)) {
    if (line.heading) places.heading = line.heading.start;
    if (wasBlank) places.blank = line.start;
    places.line = line.start;
    while (line.end - start > MAX_PIECE) {
      const cut = bestCut(markdown, start, places);
      if (piece === number) return { text: markdown.slice(start, cut), isLast: false };
      piece++;
      start = cut;
    }
    wasBlank = line.isBlank;
  }
  return piece === number ? { text: markdown.slice(start), isLast: true } : undefined;
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
