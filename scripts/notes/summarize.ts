import { firstParagraph } from "../wikilinks/first-paragraph.ts";
import type { MarkdownScan } from "../wikilinks/scan.ts";
import { cutSummary } from "./cut-summary.ts";
import { labelLinks } from "./label-links.ts";
import { LONGEST_PARAGRAPH } from "./longest-paragraph.ts";
import { parseTree } from "./parse-tree.ts";
import { parsedSummary } from "./parsed-summary.ts";
import { plainInline } from "./plain-inline.ts";
import { plainText } from "./plain-text.ts";

/** A line that may begin another block than a paragraph. */
const BLOCK_LINE = /^[ \t]*(?:[^\s\p{L}\p{N}"'(]|\d+[.)])/mu;

/**
 * A summary for a note without one: its first paragraph as plain text, wikilinks as their labels,
 * cut at a word near 300 characters. Empty for a body without a paragraph.
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
  const source = labelLinks(body, start, end, links);
  const plain = BLOCK_LINE.test(source) ? undefined : plainInline(source);
  if (plain !== undefined) return cutSummary(plain);
  const mayRefer = links.length === 0 && body.includes("]:");
  return mayRefer ? "" : cutSummary(plainText(parseTree(source)));
}
