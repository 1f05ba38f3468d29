import type { RuleName } from "./rules.ts";

/** Something in the content that needs a person's attention. */
export interface Problem {
  /** Path relative to the content folder, with `/`. */
  file: string;
  /** From 1, in the file (front matter counted). */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** UTF-16 units to underline in the source frame; 1 or more, within the line. */
  length: number;
  rule: RuleName;
  severity: "error" | "warning";
  /** What is wrong and what to do, one sentence or two, no trailing newline. */
  message: string;
  /** What would be right, best first: the text to write in place of what is underlined. */
  suggestions: string[];
  /** The replacement of the underlined text, present only where there is one right answer. */
  fix?: string;
}
