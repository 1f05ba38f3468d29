import type { MdastNode } from "satteri";
import type { MarkdownScan } from "../wikilinks/scan.ts";
import { cutSummary } from "./cut-summary.ts";
import { labelLinks } from "./label-links.ts";
import { LONGEST_PARAGRAPH } from "./longest-paragraph.ts";
import { parseTree } from "./parse-tree.ts";
import { plainText } from "./plain-text.ts";

/** Levels of the tree that paragraphs are looked for on. */
const DEEPEST = 100;
/**
 * The part of a text that is parsed first, as most begin with a paragraph. A text with definitions
 * is parsed whole: they change what comes before them.
 */
const BEGINNING = 1500;
/** A paragraph that ends this near the cut may go on behind it, or be a heading there. */
const MARGIN = 10;

/**
 * The summary of a body by a parse of it. A paragraph of its own comes before one in a list or a
 * quote. Empty for a body without a paragraph.
 */
export function parsedSummary(body: string, scan: MarkdownScan): string {
  // The parser counts from after a byte order mark.
  const shift = body.startsWith("\ufeff") ? 1 : 0;
  const text = body.slice(shift);
  const isWhole = text.length <= BEGINNING || text.includes("]:");
  const beginning = isWhole ? text : text.slice(0, BEGINNING);
  const first = firstText(beginning, [1], (paragraph) => {
    const isCut = !isWhole && (paragraph.position?.end.offset ?? BEGINNING) > BEGINNING - MARGIN;
    return isCut ? undefined : cutSummary(textOf(paragraph, shift, body, scan));
  });
  if (first !== "" && first !== undefined) return first;
  const levels = isWhole ? [DEEPEST] : [1, DEEPEST];
  return firstText(text, levels, (each) => cutSummary(textOf(each, shift, body, scan))) ?? "";
}

/** The first text that is not empty of the paragraphs on these levels; undefined ends the search. */
function firstText(
  markdown: string,
  levels: readonly number[],
  read: (paragraph: MdastNode) => string | undefined,
): string | undefined {
  const tree = parseTree(markdown);
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
  if (links.length === 0 || to - from > LONGEST_PARAGRAPH) return plainText(paragraph);
  return plainText(parseTree(labelLinks(body, from + shift, to + shift, links)));
}

/** @param depth levels of the tree below this node to look at */
function* paragraphs(node: MdastNode, depth: number): Generator<MdastNode> {
  if (node.type === "paragraph") yield node;
  else if (depth > 0 && "children" in node) {
    for (const child of node.children) yield* paragraphs(child, depth - 1);
  }
}
