import { type MdastNode, markdownToMdast } from "satteri";

/** The tree of a body: what looks like a front matter in it is none. */
export function parseTree(markdown: string): MdastNode {
  return markdownToMdast(markdown, { features: { frontmatter: false } });
}
