import { mdastNodes } from "./mdast-nodes.ts";

/**
 * The number of words a reader reads in a Markdown text: headings, lists and tables counted, code
 * blocks and link destinations not. A word is what stands between spaces and holds a letter or digit.
 */
export function proseWords(markdown: string): number {
  const texts = mdastNodes(markdown).map((node) =>
    node.type === "text" || node.type === "inlineCode" ? node.value : " ",
  );
  return texts
    .join("")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
