import { describe, expect, test } from "vitest";
import { note, vault } from "./build/vault.ts";

const NOTES = {
  "collections.yaml":
    "collections:\n  terms:\n    folder: terms\n    route: /terms/{domain}/{slug}\n    list: [domain]\n    full: [domain]\n",
  "terms/data-structures/hash-table.md": note("Hash table", "## Load factor\n"),
  "terms/data-structures/heap.md": note("Heap"),
  "terms/memory/heap.md": note("Heap memory"),
};

/** Builds the notes and one more; returns its Markdown as served, and its problems. */
async function link(body: string) {
  const { build, read } = vault({ ...NOTES, "terms/memory/page.md": note("Page", body) });
  const { problems } = await build();
  if (problems.length > 0) return { markdown: undefined, problems };
  const { markdown } = JSON.parse(read("api/v1/notes/terms/memory/page.json"));
  return { markdown, problems };
}

describe("3. Wikilinks", () => {
  test.each([
    ["[[Hash table]]", "[Hash table](/terms/data-structures/hash-table)"],
    ["[[hash-table|maps]]", "[maps](/terms/data-structures/hash-table)"],
    [
      "[[Hash table#Load factor]]",
      "[Hash table > Load factor](/terms/data-structures/hash-table#load-factor)",
    ],
  ])("%s becomes an ordinary link to the note's page route", async (wikilink, markdown) => {
    expect(await link(`See ${wikilink}.\n`)).toEqual({
      markdown: `See ${markdown}.\n`,
      problems: [],
    });
  });

  test.each([
    [
      "code",
      "Bash: `[[ -f x ]]`, and\n\n```cpp\n[[nodiscard]] int f();\n```\n\n    [[indented]]\n",
    ],
    ["HTML", '<p title="[[x]]">\n[[x]]\n</p>\n\n<!-- [[x]] -->\n'],
    ["escaped brackets", "\\[[x]] and \\[\\[x\\]\\]\n"],
  ])("%s is never touched", async (_, body) => {
    expect(await link(body)).toEqual({ markdown: body, problems: [] });
  });

  test("a link that leads nowhere is an error with file, line, column and the nearest names", async () => {
    const { problems } = await link("One.\nTwo [[Hash tabel]].\n");
    expect(problems).toEqual([
      expect.objectContaining({
        file: "terms/memory/page.md",
        line: 6,
        column: 5,
        rule: "broken-link",
        severity: "error",
        message: expect.stringContaining("[[Hash table]]"),
        suggestions: [expect.stringContaining("Hash table")],
      }),
    ]);
  });

  test("a link to more than one note is an error that names them", async () => {
    const { problems } = await link("See [[heap|x]] and [[data-structures/heap]].\n");
    expect(problems).toEqual([]);
    const result = await vault({
      ...NOTES,
      "terms/algorithms/sort.md": note("Sort", "Uses a [[heap]].\n", "domain: Algorithms\n"),
    }).build();
    expect(result.problems).toEqual([
      expect.objectContaining({
        file: "terms/algorithms/sort.md",
        line: 6,
        column: 8,
        rule: "ambiguous-link",
        severity: "error",
        suggestions: [
          expect.stringContaining("data-structures/heap"),
          expect.stringContaining("memory/heap"),
        ],
      }),
    ]);
  });
});
