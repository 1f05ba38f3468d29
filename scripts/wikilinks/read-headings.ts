import type { Heading } from "./heading.ts";
import { labelOf } from "./label-of.ts";
import { markdownLabel } from "./markdown-label.ts";
import { ownLabel } from "./own-label.ts";
import { type HeadingBlock, readStructure } from "./read-structure.ts";
import type { Wikilink } from "./wikilink.ts";

const MARKUP = /[\\`*_[\]<>&!~]/;

/** The headings with their wikilinks read as the labels that will stand there. */
export function readHeadings(
  body: string,
  blocks: readonly HeadingBlock[],
  links: readonly Wikilink[],
): Heading[] {
  let next = 0;
  return blocks.map(({ start, end, depth, text }) => {
    while (next < links.length && links[next]!.start < start) next++;
    const first = next;
    while (next < links.length && links[next]!.end <= end) next++;
    if (next === first) return { depth, text };
    const inside = links.slice(first, next);
    return {
      depth,
      text: withLabels(body, text, inside) ?? parsed(body, start, end, inside) ?? text,
    };
  });
}

/** The text with each link's source replaced, where that source and its label hold no markup. */
function withLabels(body: string, text: string, links: readonly Wikilink[]): string | undefined {
  let shown = "";
  let at = 0;
  for (const link of links) {
    const { start, end, target, conditional } = link;
    const label = ownLabel(link);
    const source = body.slice(start, end);
    const found = text.indexOf(source, at);
    if (found === -1 || conditional || (label !== undefined && MARKUP.test(label)))
      return undefined;
    shown += text.slice(at, found) + (label ?? labelOf(target));
    at = found + source.length;
  }
  return shown + text.slice(at);
}

/** The text by another parse, of the heading's Markdown with the labels in place. */
function parsed(
  body: string,
  start: number,
  end: number,
  links: readonly Wikilink[],
): string | undefined {
  let source = "";
  let at = start;
  for (const link of links) {
    source += body.slice(at, link.start);
    source += link.conditional ? body.slice(link.start, link.end) : markdownLabel(link);
    at = link.end;
  }
  const line = (source + body.slice(at, end)).replace(/[\n\r]+/g, " ");
  return readStructure(`# ${line}`).headings[0]?.text;
}
