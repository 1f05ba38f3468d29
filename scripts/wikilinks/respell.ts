import { inCell } from "./in-cell.ts";
import type { WrittenLink } from "./written-link.ts";

/**
 * The link as its author would write it with another target; all else stays as it is.
 * @param label is added where the link has none: Markdown without a bar
 */
export function respell({ link, body }: WrittenLink, target: string, label?: string): string {
  const before = body.slice(link.start, link.targetStart);
  const after = body.slice(link.targetEnd, link.end);
  if (label !== undefined && link.label === undefined) {
    // What may stand there is a bar with a blank label.
    return `${before}${target}${link.inTable ? "\\|" : "|"}${label}]]`;
  }
  return before + target + inCell(after, link);
}
