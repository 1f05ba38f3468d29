import { type MdastNode, markdownToMdast } from "satteri";

/** Every node of a Markdown text, parents before what is in them. */
export function mdastNodes(markdown: string): MdastNode[] {
  const nodes: MdastNode[] = [];
  const add = (node: MdastNode): void => {
    nodes.push(node);
    if ("children" in node) node.children.forEach(add);
  };
  add(markdownToMdast(markdown, { features: { frontmatter: false } }));
  return nodes;
}
