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
  expect(note.markdown).toMatch(/^\| Official site \| .*\]\(https:\/\//m);
});

/** Ways of designing algorithms: what they cost depends on the problem. */
const METHODS = ["backtracking", "bit-manipulation", "dynamic-programming", "greedy-algorithm"];

const COSTS: Record<string, string[]> = {
  "Data structures": ["Operation", "Search", "Insert", "Delete", "Space"],
  Algorithms: ["Case", "Best", "Average", "Worst", "Space"],
};

const costly = notes.filter(
  ({ domain, file }) =>
    String(domain) in COSTS && !METHODS.some((method) => file.endsWith(`/${method}.md`)),
);

test.each(costly)("$title has its costs, and says when they hold", ({ domain, markdown }) => {
  const table = tableUnder(markdown, "Costs");
  expect(table.slice(0, 5).map(([cost]) => cost)).toEqual(COSTS[String(domain)]);
  expect(table.filter((row) => row.includes(""))).toEqual([]);
  expect(sectionUnder(markdown, "Costs").trim().split("\n\n").length).toBeGreaterThan(2);
});

/** The only table of a section, as the text of its cells by row. */
function tableUnder(markdown: string, heading: string): string[][] {
  const tables = nodesOf(sectionUnder(markdown, heading)).filter(({ type }) => type === "table");
  expect(tables).toHaveLength(1);
  return tables.flatMap(childrenOf).map((row) => childrenOf(row).map(textOf));
}

/** A section with its heading. */
function sectionUnder(markdown: string, heading: string): string {
  return markdown.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? "";
}

function childrenOf(node: MdastNode): MdastNode[] {
  return "children" in node ? node.children : [];
}
