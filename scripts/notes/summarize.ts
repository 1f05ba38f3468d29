import { type MdastNode, markdownToMdast } from "satteri";
import { escapeText } from "../wikilinks/escape-text.ts";
import { labelOf } from "../wikilinks/label-of.ts";
import type { MarkdownScan } from "../wikilinks/scan.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";

/** A summary made from a text ends at a word, at most this many UTF-16 units in. */
const LONGEST = 300;
/** What is nested deeper is no summary. */
const DEEPEST = 100;
/**
 * The part of a text that is parsed first, as most begin with a paragraph. A text with definitions
 * is parsed whole: they change what comes before them.
 */
const BEGINNING = 1500;
/** A paragraph that ends this near the cut may go on behind it, or be a heading there. */
const MARGIN = 10;
/** A paragraph that gives a summary is over long before this. */
const LONGEST_SOURCE = 20_000;

/**
 * A summary for a note without one: its first paragraph as plain text, wikilinks as their labels,
 * cut at a word near 300 characters. A paragraph of its own comes before one in a list or a quote.
 * Empty for a body without a paragraph.
 */
export function summarize(body: string, scan: MarkdownScan): string {
  // The parser counts from after a byte order mark.
  const shift = body.startsWith("\ufeff") ? 1 : 0;
  const text = body.slice(shift);
  const isWhole = text.length <= BEGINNING || text.includes("]:");
  const beginning = isWhole ? text : text.slice(0, BEGINNING);
  const first = firstText(beginning, [1], (paragraph) => {
    const isCut = !isWhole && (paragraph.position?.end.offset ?? BEGINNING) > BEGINNING - MARGIN;
    return isCut ? undefined : cut(textOf(paragraph, shift, body, scan));
  });
  if (first !== "" && first !== undefined) return first;
  const levels = isWhole ? [DEEPEST] : [1, DEEPEST];
  return firstText(text, levels, (each) => cut(textOf(each, shift, body, scan))) ?? "";
}

/** The first text that is not empty of the paragraphs on these levels; undefined ends the search. */
function firstText(
  markdown: string,
  levels: readonly number[],
  read: (paragraph: MdastNode) => string | undefined,
): string | undefined {
  const tree = parse(markdown);
  for (const depth of levels) {
    for (const paragraph of paragraphs(tree, depth)) {
      const text = read(paragraph);
      if (text !== "") return text;
    }
  }
  return "";
}

function textOf(paragraph: MdastNode, shift: number, body: string, scan: MarkdownScan): string {
  const [from, to] = [paragraph.position?.start.offset, paragraph.position?.end.offset];
  if (from === undefined || to === undefined) return "";
  const links = scan.links.filter(({ start, end }) => start >= from + shift && end <= to + shift);
  if (links.length === 0 || to - from > LONGEST_SOURCE) return plainText(paragraph, DEEPEST);
  return plainText(parse(withLabels(body, from + shift, to + shift, links)), DEEPEST);
}

function parse(markdown: string): MdastNode {
  return markdownToMdast(markdown, { features: { frontmatter: false } });
}

/** @param depth levels of the tree below this node to look at */
function* paragraphs(node: MdastNode, depth: number): Generator<MdastNode> {
  if (node.type === "paragraph") yield node;
  else if (depth > 0 && "children" in node) {
    for (const child of node.children) yield* paragraphs(child, depth - 1);
  }
}

/** The text a reader sees: HTML and pictures have none. */
function plainText(node: MdastNode, depth: number): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  if (node.type === "break") return " ";
  if (depth === 0 || !("children" in node)) return "";
  return node.children.map((child) => plainText(child, depth - 1)).join("");
}

function withLabels(body: string, from: number, to: number, links: readonly Wikilink[]): string {
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

function cut(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= LONGEST) return flat;
  const space = flat.lastIndexOf(" ", LONGEST);
  const end = space > LONGEST / 2 ? space : LONGEST;
  // A pair of surrogates is one character.
  const whole = (flat.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
  return `${flat.slice(0, whole).replace(/[\s,;:.–—-]+$/, "")}…`;
}
