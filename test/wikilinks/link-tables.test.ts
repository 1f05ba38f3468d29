import { expect, test } from "vitest";
import { LinkTablesMemo, toLinkTables } from "../../scripts/wikilinks/link-tables.ts";
import type { LinkTarget } from "../../scripts/wikilinks/link-target.ts";
import type { Route } from "../../worker/contract/route.ts";

const NOTES: readonly LinkTarget[] = [
  { file: "a.md", route: "/a" as Route, title: "A", aliases: ["first"], headings: "[]" },
  { file: "x/b.md", route: "/x/b" as Route, title: "B", aliases: [], headings: "[]" },
];

/** The notes anew, as a build makes them, with something else in the first. */
function notes(change: Partial<LinkTarget> = {}): LinkTarget[] {
  const [first, ...rest] = structuredClone(NOTES) as LinkTarget[];
  return [{ ...first!, ...change }, ...rest];
}

test("the tables of notes that are called as before are the very same", () => {
  const memo = new LinkTablesMemo();
  const tables = memo.of(notes());
  expect(memo.of(notes())).toBe(tables);
  expect(memo.of(notes())).toBe(tables);
});

test.each<[string, LinkTarget[]]>([
  ["a file", notes({ file: "c.md" })],
  ["a route", notes({ route: "/c" as Route })],
  ["a title", notes({ title: "C" })],
  ["an alias", notes({ aliases: ["second"] })],
  ["one alias more", notes({ aliases: ["first", "second"] })],
  ["headings", notes({ headings: '[{"depth":2}]' })],
  ["one note less", notes().slice(0, 1)],
  ["one note more", [...notes(), { ...NOTES[0]!, file: "z.md" }]],
  ["their order", notes().reverse()],
])("where another is %s, they are made anew", (_, changed) => {
  const memo = new LinkTablesMemo();
  memo.of(notes());
  expect(memo.of(changed)).toEqual(toLinkTables(changed));
  expect(memo.of(notes())).toEqual(toLinkTables(notes()));
});
