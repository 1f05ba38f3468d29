import type { MdastNode } from "satteri";
import type { MarkdownScan } from "../wikilinks/scan.ts";
import { labelLinks } from "./label-links.ts";
import { parseTree } from "./parse-tree.ts";
import { plainText } from "./plain-text.ts";
import { summaryOf } from "./summary-of.ts";

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
 * quote. Empty for a body without a paragraph that says more than tags.
 */
export function parsedSummary(body: string, { links }: MarkdownScan): string {
  const isWhole = body.length <= BEGINNING || body.includes("]:");
  const first = isWhole ? "" : openingText(labelLinks(body, 0, BEGINNING, links, "link"));
  if (first !== "" && first !== undefined) return first;
  const markdown = labelLinks(body, 0, body.length, links, "link");
  return firstText(markdown, [1, DEEPEST], paragraphSummary) ?? "";
}

/** The first text of a beginning; undefined where the cut may have changed it. */
function openingText(beginning: string): string | undefined {
  const end = beginning.length - MARGIN;
  return firstText(beginning, [1], (paragraph) =>
    (paragraph.position?.end.offset ?? end) < end ? paragraphSummary(paragraph) : undefined,
  );
}

function paragraphSummary(paragraph: MdastNode): string {
  return summaryOf(plainText(paragraph));
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

/** @param depth levels of the tree below this node to look at */
function* paragraphs(node: MdastNode, depth: number): Generator<MdastNode> {
  if (node.type === "paragraph") yield node;
  else if (depth > 0 && "children" in node) {
    for (const child of node.children) yield* paragraphs(child, depth - 1);
  }
}
