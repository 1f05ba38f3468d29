import { micromark } from "micromark";
import { describe, expect, test } from "vitest";
import { vault } from "../build/vault.ts";
import { linkIn, type NoteRow, problemsOf } from "./vault.ts";

const ROUTES = { markdownLinks: "route" } as const;
const C = "/languages/c";

describe("Markdown links are not changed, but those to notes are counted", () => {
  test.each([
    ["[a](languages/c.md) [b](nope.md) ![](x.png) ![](languages/c.md)", 1],
    ["[a](https://a.b/c.md) [b](//a.b/c.md) [c](#costs) [d](mailto:a@b.c) <https://a.b>", 0],
    ["[a][r] [b][r]\n\n[r]: languages/c.md", 1],
    ["`[a](languages/c.md)` \\[a](languages/c.md) [[C]]", 0],
    ["[a](languages/c.md?x=1) [b](languages/)", 0],
    ['[a]({{< relref "c.md" >}}) [b]({{% ref c %}}) [c]({{</* ref "c" */>}})', 2],
  ])("%j: %i", (body, markdownLinksToNotes) => {
    const linked = linkIn(body);
    expect(linked.markdown).toBe(body.replace("[[C]]", `[C](${C})`));
    expect(linked).toMatchObject({ problems: [], markdownLinksToNotes });
  });
});

test("a definition that Foam writes for a wikilink is no link, and stays", () => {
  const definitions =
    "\n\n[C]: languages/c.md\n[C|x]: nope.md\n[C|y]: nope.md\n[r]: languages/c.md";
  const body = `[[C]] [[C|x]] ![[C|y]]${definitions}`;
  expect(linkIn(body).markdownLinksToNotes).toBe(1);
  const { markdown, problems } = linkIn(body, ROUTES);
  expect(markdown.slice(markdown.indexOf("\n\n"))).toBe(
    definitions.replace("[r]: languages/c.md", `[r]: ${C}`),
  );
  expect(problems.map(({ rule }) => rule)).toEqual(["embed"]);
});

describe("with markdownLinks: route, a Markdown link to a note becomes a link to its route", () => {
  test.each([
    ["[a](languages/c.md)", `[a](${C})`],
    ["[a](c.md)", `[a](${C})`],
    ["[a](languages/c.md#Syntax)", `[a](${C}#syntax)`],
    ["[**a** `b`](languages/c.md 'A title')", `[**a** \`b\`](${C} 'A title')`],
    ["[a](languages/c%2B%2B.md)", "[a](/languages/c++)"],
    [
      "[a](terms/names/100%25%20%28really%29%20%231.md)",
      "[a](/terms/names/100%25%20%28really%29%20%231)",
    ],
    ["[a](terms/net/cafe\\.md)", "[a](/terms/net/cafe)"],
    ["[a][r]\n\n[r]: languages/c.md#syntax 'T'\n", `[a][r]\n\n[r]: ${C}#syntax 'T'\n`],
  ])("%j gives %j", (body, expected) => {
    const { markdown, problems } = linkIn(body, ROUTES);
    expect([markdown, problems]).toEqual([expected, []]);
    expect(micromark(markdown)).toContain('href="/');
  });

  test.each([
    ['[a]({{< relref "c.md" >}})', `[a](${C})`],
    ['[a *b*]({{<ref "languages/c.md#" >}})', `[a *b*](${C})`],
    ["[a]({{% relref /languages/c %}})", `[a](${C})`],
    ["[a]({{< ref `c#Syntax` >}} 'T')", `[a](${C}#syntax 'T')`],
    ['[a]({{< ref path="c" lang="en" >}})', `[a](${C})`],
    ['[a]({{< relref "#costs" >}})', "[a](/me#costs)"],
    ['[a]({{< ref "c.md" >}}#syntax)', `[a](${C}#syntax)`],
    ['[a][r]\n\n[r]: {{< ref "c.md" >}} "T"\n', `[a][r]\n\n[r]: ${C} "T"\n`],
    ["[a]({% link languages/c.md %}) b", `[a](${C}) b`],
    ["[a]({%- link /languages/c.md -%}#syntax 'T')", `[a](${C}#syntax 'T')`],
    ["[a][r]\r\n\r\n[r]: {% link languages/c.md %}\r\n", `[a][r]\r\n\r\n[r]: ${C}\r\n`],
    ["[a](languages/c.html#syntax)", `[a](${C}#syntax)`],
    ["[a](terms/folder/index.html)", "[a](/terms/folder/index)"],
    ['[a]({{< relref "memory/heap" >}})', "[a](/terms/memory/heap)"],
    ["[a](terms/folder/)", "[a](/terms/folder/index)"],
    ["[a](terms/folder)", "[a](/terms/folder/index)"],
    ["[a](./terms/folder/#costs)", "[a](/terms/folder/index#costs)"],
  ])("%s gives %s", (body, expected) => {
    const notes: NoteRow[] = [
      ["me.md", "Me", [], "## Costs\n"],
      ["languages/c.md", "C", [], "## Syntax\n"],
      ["terms/memory/heap.md"],
      ["terms/folder/index.md", "Index", [], "## Costs\n"],
    ];
    const { markdown, problems } = linkIn(body, { ...ROUTES, notes });
    expect([markdown, problems]).toEqual([expected, []]);
  });

  test.each([
    ["[a](@/_index.md)", "[a](/_index)"],
    ["[a](@/blog/post.md#Costs)", "[a](/blog/post#costs)"],
    ["[a](@/deep/note.md)", "[a](/content/deep/note)"],
  ])("a link as Zola writes it, %s, gives %s", (body, expected) => {
    const files = ["blog/me.md", "blog/_index.md", "_index.md", "content/deep/note.md"];
    const post: NoteRow = ["blog/post.md", "Post", [], "## Costs\n"];
    const notes = [...files.map((file): NoteRow => [file]), post];
    const { markdown, problems } = linkIn(body, { ...ROUTES, notes });
    expect([markdown, problems]).toEqual([expected, []]);
  });

  test("a path of Hugo's is found from the note's folder, then from the root, then by its end", () => {
    const files =
      "b.md a/me.md a/b.md c/d/e.md c/d/_index.md x/y.md z/y.md x/s/_index.md a/s/_index.md";
    const notes = files.split(" ").map((file): NoteRow => [file, file === "b.md" ? "d" : file]);
    const rows = [
      ["b.md", "/a/b"],
      ["./b.md", "/a/b"],
      ["../b", "/b"],
      ["/b", "/b"],
      ["c/d/e", "/c/d/e"],
      ["d/e.md", "/c/d/e"],
      ["e", "/c/d/e"],
      ["d", "/c/d/_index"],
      ["d.md", "/c/d/_index"],
      ["c/d/", "/c/d/_index"],
      ["s.md", "/a/s/_index"],
    ];
    for (const [path, route] of rows) {
      const { markdown } = linkIn(`[a]({{< ref "${path}" >}})`, {
        ...ROUTES,
        notes,
        in: "a/me.md",
      });
      expect(markdown, path).toBe(`[a](${route})`);
    }
    const wrong = '[a]({{< ref "y" >}}) [b]({{< ref "none" >}}) `[c]({{< ref "y" >}})`';
    expect(problemsOf(wrong, { ...ROUTES, notes, in: "a/me.md" })).toEqual([
      "1:5 ambiguous-link ? ../x/y.md ? ../z/y.md",
      "1:26 broken-link",
    ]);
  });

  test("a question mark belongs to the file's name if it is encoded", () => {
    const notes: NoteRow[] = [["q?.md"], ["me.md"]];
    const { markdown, problems } = linkIn("[a](q%3F.md) [b](q?.md)", { ...ROUTES, notes });
    expect([markdown, problems]).toEqual(["[a](/q%3F) [b](q?.md)", []]);
    expect(problemsOf("[a](p%3F.md)", { ...ROUTES, notes })).toEqual([
      "1:5 broken-link ? ./q%3F.md",
    ]);
  });

  test("a path in Jekyll's link begins at the root, and may have spaces in it", () => {
    const notes: NoteRow[] = [["b.md"], ["b c.md"], ["a/b.md"], ["a/me.md"]];
    const body = "[a]({% link b.md %}) [b]({%- link b c.md -%})";
    const { markdown } = linkIn(body, { ...ROUTES, notes, in: "a/me.md" });
    expect(markdown).toBe("[a](/b) [b](/b%20c)");
  });

  test("a path that ends in .html is that of a file, if there is one", () => {
    const notes: NoteRow[] = [["a/b.md"], ["a/c.md"], ["me.md"]];
    const setting = { ...ROUTES, notes, files: ["a/b.html", "x/a/c.html"] };
    const body = "[a](a/b.html#x) [b](/a/b.html) [c]({% link a/b.html %}) [d](a/c.html)";
    expect(linkIn(body, setting).markdown).toBe(body.replace("a/c.html", "/a/c"));
  });

  test("starting in the note's own folder", () => {
    const setting = { ...ROUTES, in: "terms/memory/page.md" };
    expect(linkIn("[a](heap.md) [b](../data-structures/heap.md)", setting).markdown).toBe(
      "[a](/terms/memory/heap) [b](/terms/data-structures/heap)",
    );
  });

  test.each([
    "![a](languages/c.md)",
    "[a](picture.png) [b](nope) [c](languages/) [d](.) [e](#costs)",
    "[a](nope.html) [b](memory/heap.html) [c](languages.html) ![d](languages/c.html)",
    "[a]({% link a.pdf %}) ![b]({% link b.png %}) [c]({% post_url 2024-01-05-c %})",
    "`[a]({% link languages/c.md %})` <a href='{% link languages/c.md %}'>b</a>",
    "[a](https://a.b/c.md) <https://a.b/c.md>",
    "`[a](languages/c.md)`",
    "%% [a](languages/c.md) [b](nope.md) %%",
    "<a href='languages/c.md'>b</a>",
  ])("%j does not change", (body) => {
    expect(linkIn(body, ROUTES)).toMatchObject({ markdown: body, problems: [] });
  });

  test("a wikilink followed by parentheses is a wikilink", () => {
    expect(linkIn("[[C]](glossary)", ROUTES).markdown).toBe(`[C](${C})(glossary)`);
  });
});

describe("and one that is not a link to a note is a problem at its path, with suggestions", () => {
  test.each([
    ["a [b](glosary.md)", "1:7 broken-link ? ./glossary.md ? ./terms/glossary.md"],
    [
      "[b](terms/memory/haep.md#x)",
      "1:5 broken-link ? ./terms/memory/heap.md#x ? ./terms/data-structures/heap.md#x",
    ],
    ["[b](memory/hash-table.md)", "1:5 broken-link = ./terms/data-structures/hash-table.md"],
    [
      "[b](heap.md)",
      "1:5 ambiguous-link ? ./terms/data-structures/heap.md ? ./terms/memory/heap.md",
    ],
    ["[b](languages/c.md#Sintax)", "1:5 missing-heading ? languages/c.md#syntax"],
    ["[b]({% link glosary.md %})", "1:5 broken-link ? ./glossary.md ? ./terms/glossary.md"],
  ])("%j: %s", (body, problem) => {
    expect(problemsOf(body, ROUTES)).toEqual([problem]);
    expect(linkIn(body, ROUTES).markdown).toBe(
      body.replace("#Sintax", "").replace("languages/c.md", C),
    );
  });

  test("the message names a draft, or a file that is not published", () => {
    const setting = { ...ROUTES, drafts: ["plan.md"], files: ["attic/old.md"] };
    const messages = linkIn("[a](plan.md) [b](attic/old.md)", setting).problems.map(
      (each) => each.message,
    );
    expect(messages[0]).toContain("plan.md is not published");
    expect(messages[1]).toContain('"attic/old.md" is not published');
  });

  test("every suggested path is that of a note", () => {
    for (const path of ["glosary.md", "memory/hash-table.md", "languages/c.md#Sintax"]) {
      for (const suggestion of linkIn(`[a](${path})`, ROUTES).problems[0]!.suggestions) {
        expect(problemsOf(`[a](${suggestion})`, ROUTES)).toEqual([]);
      }
    }
  });
});

test.each([
  ["", "2 Markdown links to the files of other notes stay as written."],
  ["markdownLinks: keep", undefined],
  ["markdownLinks: route", undefined],
])("one line of the report counts those between notes: %j", async (config, hint) => {
  const body = "[b](b.md) [b](./b.md#x) [c](c.md) [d](https://a.b) [a](a.pdf)";
  const { build, read } = vault({ "a.md": body, "b.md": "# x", "collections.yaml": config });
  const result = await build();
  expect(result.hint?.split("\n").at(-1)).toEqual(hint && expect.stringContaining(hint));
  const { markdown } = JSON.parse(read("api/v1/notes/a.json"));
  expect(markdown === body).toBe(config !== "markdownLinks: route");
});
