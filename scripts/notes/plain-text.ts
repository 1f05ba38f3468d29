import type { MdastNode } from "satteri";

/** What is nested deeper is no summary. */
const DEEPEST = 100;

/** The text of a node that a reader sees: HTML and pictures have none. @param depth levels to look at */
export function plainText(node: MdastNode, depth = DEEPEST): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  if (node.type === "break") return " ";
  if (depth === 0 || !("children" in node)) return "";
  return node.children.map((child) => plainText(child, depth - 1)).join("");
}
