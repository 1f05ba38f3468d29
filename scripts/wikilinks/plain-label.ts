import { escapeBars } from "./escape-bars.ts";
import { escapeText } from "./escape-text.ts";
import { guardLineStart } from "./guard-line-start.ts";
import { labelOf } from "./label-of.ts";
import type { WrittenLink } from "./written-link.ts";

/** What is left of a link that leads nowhere: its label, as text that begins nothing of its own. */
export function plainLabel({ link, body }: WrittenLink): string {
  // The label of a picture may be its width: `![[picture.png|300]]`.
  const isSize = link.embed && /^\d+(?:x\d+)?$/.test(link.label ?? "");
  const label = link.label === undefined || isSize ? escapeText(labelOf(link.target)) : link.label;
  const guarded = isFirstInLine(body, link.start) ? guardLineStart(label) : label;
  const closed = body[link.end] === "[" ? guarded.replace(/(?<!\\)!$/, "\\!") : guarded;
  return link.bareBar ? escapeBars(closed) : closed;
}

/** Whether nothing stands before it in its line but the marks of quotes and lists. */
function isFirstInLine(body: string, offset: number): boolean {
  let at = offset;
  while (at > 0 && " \t>*+-.)0123456789".includes(body[at - 1]!)) at--;
  return at === 0 || body[at - 1] === "\n" || body[at - 1] === "\r";
}
