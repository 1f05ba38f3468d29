import { escapeText } from "./escape-text.ts";
import { labelOf } from "./label-of.ts";
import { ownLabel } from "./own-label.ts";
import type { Wikilink } from "./wikilink.ts";

/**
 * The label of a link as Markdown: its author's, else one made of its target.
 * @param name the part of the target that names the note, where that is known
 */
export function markdownLabel(link: Wikilink, name?: string): string {
  return ownLabel(link) ?? escapeText(labelOf(link.target, name));
}
