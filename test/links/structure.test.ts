import { createMdastHandle, MdastReader, serializeHandle } from "satteri";
import { expect, test } from "vitest";
import { FEATURES, NODE } from "../../scripts/markdown/structure.ts";
import { nodesOf } from "./nodes.ts";

const EVERY_NODE =
  "# h\n\na `b` [c](d) ![e](f) [g] [^i]\\\n<j> $$k$$\n\n$$\nl\n$$\n\n```\nm\n```\n\n<n>\n\n| o |\n|---|\n\n[g]: p\n\n[^i]: q\n";

test("the numbers of the parser's nodes are those of their mdast types", () => {
  const reader = new MdastReader(serializeHandle(createMdastHandle(EVERY_NODE, FEATURES)));
  const numbers: number[] = [];
  reader.walk((_, type) => {
    numbers.push(type);
  });
  const names = nodesOf(EVERY_NODE, FEATURES).map(({ type }) => type);
  const found = Object.fromEntries(names.map((name, i) => [name, numbers[i]]));
  expect(found).toMatchObject(NODE);
});
