import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { Structure } from "../../scripts/markdown/structure.ts";
import { sectionOf } from "../../worker/mcp/sections.ts";

// How the Worker finds the headings to which the build writes links. The build reads notes with a parser.

test.each<[anchor: string, what: string, markdown: string, section: string]>([
  ["a", "to the end", "Text.\n\n# A\n\nText.", "# A\n\nText."],
  ["a", "to the next of the same level", "# A\nText.\n# B\n", "# A\nText.\n"],
  ["a", "to one of a higher level", "## A\n### C\n# B\n", "## A\n### C\n"],
  ["a", "with those below it", "# A\n## B\n### C\n## D\n", "# A\n## B\n### C\n## D\n"],
  ["b", "of an underlined heading", "A\n=\nB *of\nmany* lines\n--\nText.\nC\n===\n", ""],
  [
    "b-of-many-lines",
    "of many lines",
    "A\n=\nB *of\nmany* lines\n--\nText.\n\nC\n===\n",
    "B *of\nmany* lines\n--\nText.\n\n",
  ],
  ["a-1", "of the second of two equal headings", "# A\n# B\n# A\nText.\n", "# A\nText.\n"],
  ["a-1-1", "of one named like the second of two", "# A\n# A\n# A 1\nText.\n", "# A 1\nText.\n"],
  [
    "a",
    "that has a fence with what looks like a heading",
    "# A\n```sh\n# B\n```\n# C\n",
    "# A\n```sh\n# B\n```\n",
  ],
  ["a", "in a list", "- # A\n  Text.\n- # B\n", "- # A\n  Text.\n"],
  ["a", "in a quote", "> # A\n> Text.\n\n# B\n", "> # A\n> Text.\n\n"],
  ["größe", "in whatever Unicode form", "# Gro\u0308\u00dfe\n", "# Gro\u0308\u00dfe\n"],
  ["A", "in whatever case", "# A\n", "# A\n"],
])("%s: a section %s", (anchor, _, markdown, section) => {
  expect(sectionOf(markdown, anchor) ?? "").toBe(section);
});

test.each([
  ["# A #\n"],
  ["   ###### A ######   \n"],
  ["#\n"],
  ["## \n"],
  ["#A\n"],
  ["####### A\n"],
  ["    # code\n"],
  ["Text.\n    # not code, and no heading\n"],
  ["\t# code\n"],
  ["- Item.\n\n      # code\n"],
  ["- Item.\n\nText.\n\n    # code\n"],
  ["- Item.\n\n  # A\n\n  Text.\n"],
  ["1.  Item.\n\n    # A\n"],
  ["- Item.\n---\n"],
  ["- A\n  ---\n"],
  ["> A\n---\n"],
  ["> A\n> ---\n"],
  ["A\n----  \n"],
  ["A\n- - -\n"],
  ["A\n\n---\n"],
  ["***\nA\n---\n"],
  ["# A\nB\n===\n"],
  ["| A |\n|---|\n"],
  ["~~~\n# code\n~~~\n# A\n"],
  ["```\n# code\n````\n# A\n"],
  ["````\n```\n# code\n````\n# A\n"],
  ["```\n    ```\n# code\n```\n# A\n"],
  ["``` a`b\n# A\n"],
  ["- ```\n  # code\n  ```\n- # A\n"],
  ["> ```\n> # code\n\n# A\n"],
  ["<!--\n# A\n-->\n# B\n"],
  ["<!-- # A -->\n# B\n"],
  ["# `a_b` and `` ` `` and ` c `\n"],
  ["# _a_ b_c_d __e__ *f* \\_g\\_\n"],
  ['# [A](b.md) [`c`](</d e> "f") [g][h]\n\n[h]: i\n'],
  ["# ![picture](a.png) A[^1]\n\n[^1]: Note.\n"],
  ["# A<sup>b</sup> <br/> <https://a.example/b_c> a@b.example \\<b>\n"],
  ["# `<a_b>` <a_b> List<T>\n"],
  ["# A &amp; B &#33; C & D\n"],
  ["# 木 Größe 𝒳 ½ a² 👩‍🚀 C++ C# x.y\n"],
  ["# A\r\n\r\nB\r\n---\r\n"],
  [`# ${"_a ".repeat(300)}\n`],
])("the anchors of headings are those that the build finds: %j", (markdown) => {
  const slugger = new GithubSlugger();
  const anchors = new Structure(markdown).headings.map(({ text }) => slugger.slug(text));
  for (const anchor of anchors)
    expect([anchor, sectionOf(markdown, anchor)]).not.toContain(undefined);
  for (const other of ["a", "b", "code", "item", "not-code-and-no-heading", "text"]) {
    const isThere = anchors.includes(other);
    expect([other, sectionOf(markdown, other) !== undefined]).toEqual([other, isThere]);
  }
});

test.each([
  ["spaces", `# ${" ".repeat(200_000)}x`],
  ["underscores", `${"_a ".repeat(70_000)}\n---`],
  ["brackets", `# ${"[".repeat(200_000)}`],
  ["quotes", ">".repeat(200_000)],
  ["bullets", "- ".repeat(100_000)],
  ["backticks", `# ${"` `` ".repeat(40_000)}`],
  ["lines", "a\n".repeat(100_000)],
])("200,000 characters are read in linear time: %s", (_, markdown) => {
  // Quadratic time would exceed the time limit of a test by far.
  expect(sectionOf(markdown, "nothing")).toBeUndefined();
});
