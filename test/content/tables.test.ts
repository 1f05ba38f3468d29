import type { MdastNode } from "satteri";
import { expect, test } from "vitest";
import { nodesOf, shippedCollection, textOf } from "./shipped-collection.ts";

/** The tables that docs/writing.md asks of every note of a kind. */

const { notes } = shippedCollection();

const AT_A_GLANCE = [
  "Topic",
  "Comment",
  "Variable",
  "Function",
  "Condition",
  "Loop",
  "List and map",
  "Error",
  "Module",
  "Run",
  "File extension",
  "Package manager",
  "Official site",
];

const languages = notes.filter(({ collection }) => collection === "languages");

test.each(languages)("$title at a glance has the rows of every language", (note) => {
  const table = tableUnder(note.markdown, "At a glance");
  expect(table.map(([topic]) => topic)).toEqual(AT_A_GLANCE);
  expect(table[0]).toEqual(["Topic", note.title]);
  expect(table.filter((row) => row.length !== 2 || row.includes(""))).toEqual([]);
});

/** The only table of a section, as the text of its cells by row. */
function tableUnder(markdown: string, heading: string): string[][] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const tables = nodesOf(section).filter((node) => node.type === "table");
  expect(tables).toHaveLength(1);
  return tables.flatMap(childrenOf).map((row) => childrenOf(row).map(textOf));
}

function childrenOf(node: MdastNode): MdastNode[] {
  return "children" in node ? node.children : [];
}
