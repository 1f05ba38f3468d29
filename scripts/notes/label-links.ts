import { markdownLabel } from "../wikilinks/markdown-label.ts";
import { separator } from "../wikilinks/separator.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";

/**
 * - `text`: the labels of links alone
 * - `link`: links, so that labels begin no block and end no emphasis around them
 */
type LabelForm = "text" | "link";

/**
 * The Markdown from one offset of a body to another, with the labels of its wikilinks in their place.
 * @param links in order; one that ends behind it stays as it is
 */
export function labelLinks(
  body: string,
  from: number,
  to: number,
  links: readonly Wikilink[],
  form: LabelForm,
): string {
  const pieces: string[] = [];
  let done = from;
  for (const link of links) {
    // Of what a cell holds nothing is read, and a bar less would make another table of it.
    if (link.end > to || link.conditional || link.inTable) continue;
    const between = body.slice(done, link.start);
    pieces.push(between, form === "link" ? linkFor(link, between) : labelFor(link));
    done = link.end;
  }
  pieces.push(body.slice(done, to));
  return pieces.join("");
}

/** What is embedded is no part of the sentence around it. */
function labelFor(link: Wikilink): string {
  return link.embed ? "" : markdownLabel(link);
}

function linkFor(link: Wikilink, before: string): string {
  const written = `[${labelFor(link)}](x)`;
  return `${link.embed ? "!" : separator(before, written, true)}${written}`;
}
