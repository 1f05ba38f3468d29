import { escapeBars } from "./escape-bars.ts";
import type { Wikilink } from "./wikilink.ts";

/** What takes the place of a link, or of a part of it: the bare bars of one in a table are escaped. */
export function inCell(markdown: string, { bareBar }: Wikilink): string {
  return bareBar ? escapeBars(markdown) : markdown;
}
