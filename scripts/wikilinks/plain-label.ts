import { guardLineStart } from "./guard-line-start.ts";
import { inCell } from "./in-cell.ts";
import { markdownLabel } from "./markdown-label.ts";
import type { WrittenLink } from "./written-link.ts";

/**
 * What is left of a link that leads nowhere: its label, as text that begins nothing of its own.
 * @param name the part of the target that names the note, where that is known
 */
export function plainLabel({ link, body }: WrittenLink, name?: string): string {
  const label = markdownLabel(link, name);
  const guarded = isFirstInLine(body, link.start) ? guardLineStart(label) : label;
  const closed = body[link.end] === "[" ? guarded.replace(/(?<!\\)!$/, "\\!") : guarded;
  return inCell(closed, link);
}

/** Whether nothing stands before it in its line but the marks of quotes and lists. */
function isFirstInLine(body: string, offset: number): boolean {
  let at = offset;
  while (at > 0 && " \t>*+-.)0123456789".includes(body[at - 1]!)) at--;
  return at === 0 || body[at - 1] === "\n" || body[at - 1] === "\r";
}
