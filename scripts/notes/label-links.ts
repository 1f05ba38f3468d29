import { escapeText } from "../wikilinks/escape-text.ts";
import { labelOf } from "../wikilinks/label-of.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";

/** The Markdown from one offset of a body to another, with the labels of its wikilinks in their place. */
export function labelLinks(
  body: string,
  from: number,
  to: number,
  links: readonly Wikilink[],
): string {
  let markdown = "";
  let done = from;
  for (const link of links) {
    markdown += body.slice(done, link.start) + labelIn(body, link);
    done = link.end;
  }
  return markdown + body.slice(done, to);
}

/** What is embedded is no part of the sentence around it. */
function labelIn(body: string, link: Wikilink): string {
  if (link.conditional) return body.slice(link.start, link.end);
  return link.embed ? "" : (link.label ?? escapeText(labelOf(link.target)));
}
