import { escapeText } from "./escape.ts";
import type { Wikilink } from "./wikilinks.ts";

/** The width of a picture, or width and height; some write a second bar before it. */
const SIZE = /^[\\|]*\d+(?:x\d+)?$/;

/** The label that the author wrote; undefined if it is only a size, as in `![[drawing|300]]`. */
export function ownLabel({ embed, label }: Wikilink): string | undefined {
  return embed && label !== undefined && SIZE.test(label) ? undefined : label;
}

/**
 * The label of a link as Markdown: the author's, else one made from its target.
 * @param name the part of the target that names the note, if known
 */
export function markdownLabel(link: Wikilink, name?: string): string {
  return ownLabel(link) ?? escapeText(labelOf(link.target, name));
}

/**
 * The text of a link without a label: its target as typed, with ` > ` between note and heading. Not
 * Markdown. `Hash table#Load factor` gives `Hash table > Load factor`, `#Costs` gives `Costs`.
 * @param name the part of the target that names the note, if known; it may contain a `#`
 */
export function labelOf(target: string, name = likelyName(target)): string {
  const headings = target.slice(name.length).split("#");
  const parts = [name, ...headings]
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("^"));
  return parts.length > 0 ? parts.join(" > ") : target;
}

/** Text that is not Markdown, with labels in place of its wikilinks: `by [[Ada|Countess Ada]]` gives `by Countess Ada`. */
export function showLabels(text: string): string {
  return text.replace(
    /(?<!\\)!?\[\[([^[\]|\\]+)(?:\\?\|([^[\]]*))?\]\]/g,
    (_, target, label = "") => (label.trim() === "" ? labelOf(target.trim()) : label.trim()),
  );
}

/**
 * The part before the first heading. In a run of `#` the last one divides: `C##Syntax` is Syntax in C#. One that
 * follows a space and precedes a digit is a number sign: `Primer #1`.
 */
export function likelyName(target: string): string {
  const end = target.search(/#(?=\s*[^#\s])(?!(?<=\s#)\d)/);
  if (end === -1) return target;
  const name = target.slice(0, end).trimEnd();
  return /[^#]/.test(name) ? name : "";
}

/**
 * The label of a link that resolves to nothing, as text that cannot begin a block.
 * @param name the part of the target that names the note, if known
 */
export function plainLabel(link: Wikilink, name?: string): string {
  return inCell(guardStart(markdownLabel(link, name)), link);
}

/** What begins a block: a heading, a list, a quote, a fence, a thematic break, a table. */
const BLOCK_START = /^(?:[#+>=|-]|`{3}|~{3}|\*(?=\s)|[*_](?=(?:\s*[*_]){2,}\s*$))/;
const ORDERED_ITEM = /^(\d{1,9})([.)])(?=\s|$)/;

/** Inline Markdown, escaped so that it does not begin a block at the start of a line. */
function guardStart(markdown: string): string {
  return markdown.replace(BLOCK_START, "\\$&").replace(ORDERED_ITEM, "$1\\$2");
}

/** The replacement for a link, or part of it: if the link has bare bars in a table, bars are escaped. */
export function inCell(markdown: string, { bareBar }: Wikilink): string {
  return bareBar ? escapeBars(markdown) : markdown;
}

/** Escapes each bar that is not escaped, so that it does not end a table cell. */
export function escapeBars(markdown: string): string {
  return markdown.replace(/(\\*)\|/g, (bar, backslashes: string) =>
    backslashes.length % 2 === 1 ? bar : `${backslashes}\\|`,
  );
}

/** The link as written, with another target. */
export function respell(link: Wikilink, body: string, target: string): string {
  const source = body.slice(link.start, link.end);
  const [before] = /^!?\[\[\s*/.exec(source)!;
  return (
    before.replace("!", "") +
    target +
    inCell(source.slice(before.length + link.target.length), link)
  );
}
