import { findMath } from "./find-math.ts";
import { findWikilinks } from "./find-wikilinks.ts";
import type { Heading } from "./heading.ts";
import { linkStructure } from "./link-structure.ts";
import { readHeadings } from "./read-headings.ts";
import type { Wikilink } from "./wikilink.ts";

/** What one body says about links. Plain data: it may be kept as JSON for as long as the body. */
export interface MarkdownScan {
  /** In order, none inside another. */
  links: Wikilink[];
  /** In order. */
  headings: Heading[];
}

/**
 * Reads the wikilinks and headings of one body, as a Markdown parser does: nothing that is code, HTML,
 * math, a definition or the text or destination of a link counts. Pure, and independent of other
 * notes. Never throws.
 * @param body Markdown without its front matter
 */
export function scanMarkdown(body: string): MarkdownScan {
  const structure = linkStructure(body);
  const hasLinks = body.includes("[[");
  if (hasLinks && body.includes("$")) {
    structure.spans.push(...findMath(body, structure));
    structure.spans.sort((a, b) => a.start - b.start || b.end - a.end);
  }
  const links = hasLinks ? findWikilinks(body, structure) : [];
  return { links, headings: readHeadings(body, structure.headings, links) };
}
