import { firstParagraph } from "../wikilinks/first-paragraph.ts";
import type { MarkdownScan } from "../wikilinks/scan.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";
import { labelLinks } from "./label-links.ts";
import { parseTree } from "./parse-tree.ts";
import { parsedSummary } from "./parsed-summary.ts";
import { plainInline } from "./plain-inline.ts";
import { plainText } from "./plain-text.ts";
import { summaryOf } from "./summary-of.ts";

/** UTF-16 units. A paragraph that gives a summary is over long before this. */
const LONGEST_PARAGRAPH = 20_000;

/** A line that may begin another block than a paragraph. */
const BLOCK_LINE = /^[ \t]*(?:[^\s\p{L}\p{N}"'(]|\d+[.)])/mu;

/** What may refer to a definition: brackets that no plain destination follows, and footnotes. */
const REFERENCE = /\](?!\([^\s()<>[\]\\]*\))|\[\^/;

/**
 * A summary for a note without one: its first paragraph as plain text, wikilinks as their labels,
 * cut at a word near 300 characters. Empty for a body without a paragraph that says more than tags.
 */
export function summarize(body: string, scan: MarkdownScan): string {
  return openingSummary(body, scan) || parsedSummary(body, scan);
}

/** The summary from a paragraph that stands at the top; empty where the body must be parsed. */
function openingSummary(body: string, scan: MarkdownScan): string {
  const paragraph = firstParagraph(body);
  if (paragraph === undefined) return "";
  const { start, end } = paragraph;
  if (end - start > LONGEST_PARAGRAPH) return "";
  const links = scan.links.filter((link) => link.start >= start && link.end <= end);
  const source = labelLinks(body, start, end, links, "text");
  const plain = isPlain(source, links) ? plainInline(source) : undefined;
  if (plain !== undefined) return summaryOf(plain);
  const mayRefer = body.includes("]:") && REFERENCE.test(source);
  return mayRefer
    ? ""
    : summaryOf(plainText(parseTree(labelLinks(body, start, end, links, "link"))));
}

/** Whether text and labels, each for itself, begin no block and hold no markup that ends in the other. */
function isPlain(source: string, links: readonly Wikilink[]): boolean {
  return (
    !BLOCK_LINE.test(source) &&
    links.every(({ label }) => label === undefined || plainInline(label) !== undefined)
  );
}
