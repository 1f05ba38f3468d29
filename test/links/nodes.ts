import { type Features, type MdastNode, markdownToMdast } from "satteri";

/** All nodes of a Markdown text, parents before their children. */
export function nodesOf(
  markdown: string,
  features: Features = { frontmatter: false },
): MdastNode[] {
  const withChildren = (node: MdastNode): MdastNode[] => [
    node,
    ...("children" in node ? node.children.flatMap(withChildren) : []),
  ];
  return withChildren(markdownToMdast(markdown, { features }));
}

/** The text of a node as a reader sees it. */
export function textOf(node: MdastNode | undefined): string {
  if (!node) return "";
  if ("children" in node) return node.children.map(textOf).join("");
  return "value" in node ? node.value : "";
}
