import type { MdastNode } from "satteri";
import { loadPackage } from "../load-package.ts";

const satteri = () => loadPackage<typeof import("satteri")>("satteri");

/** The tree of a body: what looks like a front matter in it is none. */
export function parseTree(markdown: string): MdastNode {
  return satteri().markdownToMdast(markdown, { features: { frontmatter: false } });
}
