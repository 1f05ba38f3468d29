/** A stretch of a body whose first and last line every reader of Markdown would choose alike. */
export interface Chunk {
  /**
   * - `heading`: one line that begins with `#`
   * - `code`: fences and what is between them, or after one that is never closed; what is indented as
   *   code; HTML that ends with its end tag
   * - `break`: a thematic break
   * - `paragraph`: one
   * - `items`: lists and quotes whose lines are all text
   * - `table`: one whose rows have as many bars as its head
   * - `unsure`: what only a parser can tell
   */
  kind: "heading" | "code" | "break" | "paragraph" | "items" | "table" | "unsure";
  start: number;
  /** After its last line, whose end is left out. */
  end: number;
  /** Whether a heading may be among the lines of what is unsure. */
  mayHoldHeading: boolean;
  /** Whether a definition may be among its lines. */
  mayDefine: boolean;
}
