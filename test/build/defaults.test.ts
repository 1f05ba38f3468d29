import { describe, expect, test } from "vitest";
import { served } from "./served.ts";
import { brief, vault } from "./vault.ts";

/** Builds a note in a vault without a `collections.yaml`; returns it as served, and the problems. */
async function one(text: string, file = "folder/The file.md") {
  const { notes, problems, messages } = await served(vault({ [file]: text, "other.md": "Other." }));
  return { note: notes[file], problems, messages };
}

test("a folder with MDX files alone is told how they are read", async () => {
  const mdx = { "a.mdx": "# A\n", "b/c.MDX": "# B\n" };
  await expect(vault(mdx).build()).rejects.toThrow(
    /contains no Markdown notes\. It has 2 MDX files: `extensions: \[md, mdx\]` in its collections\.yaml reads them as Markdown\.$/,
  );
  await expect(vault({ "a.txt": "" }).build()).rejects.toThrow(/contains no Markdown notes\.$/);
  const { notes } = await served(vault({ ...mdx, "collections.yaml": "extensions: [md, mdx]\n" }));
  expect(notes["a.mdx"]?.title).toBe("A");
});

test.each([
  [
    "tags: #one",
    '1:7 `tags` has a text that YAML takes for a comment, because it begins with #. Quote it: "#one".',
  ],
  [
    "Tags:   #one, #two",
    '1:9 `tags` has a text that YAML takes for a comment, because it begins with #. Quote it: "#one, #two".',
  ],
  [
    "tags:\n  - a\n  - #b c",
    '3:5 `tags` has a text that YAML takes for a comment, because it begins with #. Quote it: "#b c".',
  ],
  [
    "title: #1 priority",
    '1:8 `title` has a text that YAML takes for a comment, because it begins with #. Quote it: "#1 priority".',
  ],
  ["tags: # none so far", undefined],
  ["tags: '#one'", undefined],
  ["tags: [a] #one", undefined],
  ["tags: a\nother: #x", undefined],
  ["tags:\n  - a\nother:\n  - #x", undefined],
])("a text that YAML takes for a comment is reported: %j", async (lines, expected) => {
  const { problems } = await vault({ "a.md": `---\n${lines}\n---\n` }).build();
  const said = problems.map(({ line, column, message }) => `${line - 1}:${column} ${message}`);
  expect(said).toEqual(expected === undefined ? [] : [expected]);
});

test.each([
  ["title: @x", "@x"],
  ["title: [x] y", "[x] y"],
  ["title: *x*", "*x*"],
  ["Title: *x* & [y]: z # 1", "*x* & [y]: z # 1"],
  ["title: `x` y", "`x` y"],
  ["title: !important", "!important"],
  ["title: &x y", "&x y"],
  ["title: %x", "%x"],
  ["tags: [a]\ntitle: [x] y  \nsummary: S", "[x] y"],
])("a title that YAML cannot read is taken as typed, with a warning: %j", async (lines, title) => {
  const { note, problems } = await one(`---\n${lines}\n---\n# Heading\n`);
  expect(note?.title).toBe(title);
  expect(problems).toHaveLength(1);
  const quoted = await one(`---\ntitle: ${JSON.stringify(title)}\n---\n# Heading\n`);
  expect([quoted.note?.title, quoted.problems]).toEqual([title, []]);
});

test.each([
  ["title: [a, b]", "Heading", 1],
  ["title: [a,\n  b]", "Heading", 1],
  ["title: {{ x }}", "Heading", 1],
  ["title: [open", "Heading", 1],
  ["title: 'a' b", "a", 1],
  ["a: &x y\ntitle: *x", "y", 0],
])("but nothing else: %j", async (lines, title, count) => {
  const { note, problems } = await one(`---\n${lines}\n---\n# Heading\n`);
  expect([note?.title, problems.length]).toEqual([title, count]);
});

test("a folder without a collections.yaml builds without problems", async () => {
  const { notes, problems } = await served(
    vault({
      "Start here.md": "See [[Deep note]] and [[Second|2]].\n",
      "Projects/Second.md": "# The second\n\nText.\n",
      "Projects/A b/Deep note.md": "Text.\n",
      "Wörter/Ça va.md": "Text.\n",
      ".obsidian/workspace.md": "Not a note.",
      "Projects/.trash/gone.md": "Not a note.",
      "node_modules/pkg/README.md": "Not a note.",
      "Projects/picture.png": "",
      "Projects/._Second.md": "left by macOS",
    }),
  );
  expect(problems).toEqual([]);
  expect(Object.values(notes).map((each) => Object.values(each))).toEqual([
    ["/projects/a-b/deep-note", "Deep note", "projects", [], "Text.", "Text.\n"],
    ["/projects/second", "The second", "projects", [], "Text.", "# The second\n\nText.\n"],
    [
      "/start-here",
      "Start here",
      "notes",
      [],
      "See Deep note and 2.",
      "See [Deep note](/projects/a-b/deep-note) and [2](/projects/second).\n",
    ],
    ["/wörter/ça-va", "Ça va", "wörter", [], "Text.", "Text.\n"],
  ]);
});

describe("the title", () => {
  test.each([
    ["---\ntitle: From the front matter\n---\n# Heading\n", "From the front matter"],
    ["---\ntitle: 1.10\n---\n", "1.10"],
    ["---\ntitle: >-\n  Two\n  lines\n---\n", "Two lines"],
    ["---\ntitle:\n---\n# Heading\n", "Heading"],
    ["---\ntitle: [a, b]\n---\n# Heading\n", "Heading"],
    ["# The *first* level\n\n## Another\n", "The first level"],
    ["# The *first* level\n\n# Another\n", "The file"],
    ["# {{title}}\n\n# Only one\n", "Only one"],
    ["---\nTitle: In any case\n---\n# Heading\n", "In any case"],
    ["---\nTITLE: No\ntitle: As we write it\n---\n", "As we write it"],
    ["---\nTITLE: The first\nTitle: The second\n---\n", "The first"],
    ["## Second level\n\n# First level\n", "The file"],
    ["# Index\n\n# A part\n", "The file"],
    ["# Excalidraw Data\n\n## Text Elements\n", "The file"],
    ["# Notes:\n\n# A part\n", "The file"],
    ["Set in\nlines\n===\n", "Set in lines"],
    ["# See [[other|the other]] and [[other]]\n", "See the other and other"],
    ["# A &amp; B \\* C\n", "A & B * C"],
    ["# Quick start {#quick-start}\n", "Quick start"],
    ["# Set {1}\n", "Set {1}"],
    ["# `=this.name`\n\n# {{title}}\n\n# <% tp.date %>\n\n# Real\n", "Real"],
    ["```\n# not a heading\n```\n", "The file"],
    ["# <br>\n\n# Real\n", "Real"],
    ["#\n", "The file"],
    ["", "The file"],
  ])("%j: %s", async (text, title) => {
    expect((await one(text)).note?.title).toBe(title);
  });

  test.each([
    ["SQL.md", "SQL", ["DBMS", "Queries"]],
    [
      "introduzione alla programmazione.md",
      "introduzione alla programmazione",
      ["Ambiente", "Il linguaggio"],
    ],
    ["17 - routing.md", "17 - routing", ["1. Unicast", "2. Multicast"]],
    ["数据库.md", "数据库", ["进阶篇", "安装"]],
    ["Set up/index.md", "Set up", ["Install", "Configure"]],
    ["The queue.md", "The queue", ["The stack", "Use"]],
    ["Die Liste.md", "Die Liste", ["Die Karte", "Gebrauch"]],
    ["README.md", "My project", ["My project", "License"]],
    ["sql-joins.md", "Joining tables", ["Joining tables", "Examples"]],
    ["sql_joins.md", "Joining tables", ["Joining tables", "Examples"]],
    ["2024-01-05.md", "A walk", ["A walk", "A swim"]],
    ["2024_01_05 diary.md", "A walk", ["A walk", "A swim"]],
    ["202401051200 x.md", "A walk", ["A walk", "A swim"]],
    ["TALpAZmsruqyoUkJzegVv.md", "A walk", ["A walk", "A swim"]],
    ["Sorting.md", "How to sort", ["How to sort", "Costs"]],
    ["queue.md", "Queues and stacks", ["Queues and stacks", "Costs"]],
    ["o(n).md", "O(n)", ["O(n)", "O(2n)"]],
    ["数据库设计.md", "设计", ["设计", "B 树"]],
  ])("of %s with several headings of level 1: %s", async (file, title, headings) => {
    const body = headings.map((heading) => `# ${heading}\n\nText.\n`).join("\n");
    const { notes } = await served(vault({ [file]: body }));
    expect(Object.values(notes)[0]?.title).toBe(title);
  });

  test.each([
    ...["Contents", "Table of contents", "INDEX", "Notes", "References", "Notes:"],
    ...["Inhalt", "Inhaltsverzeichnis", "Table des matières", "Índice", "Indice", "Conteúdo"],
    ...["Inhoudsopgave", "Innehåll", "Содержание", "İçindekiler", "Sisällys", "目录", "目次"],
  ])("a single heading %s names a part", async (heading) => {
    expect((await one(`# ${heading}\n\nText.\n`)).note?.title).toBe("The file");
  });

  test.each([
    ["references.md", "References"],
    ["docs/目录.md", "目录"],
    ["Notes.md", "notes"],
    ["notes/index.md", "Notes"],
  ])("unless the file is called so: %s", async (file, heading) => {
    expect((await one(`# ${heading}\n`, file)).note?.title).toBe(heading);
  });

  test("a heading that the file's name displaced finds the note, after titles and aliases", async () => {
    const { notes, problems } = await served(
      vault({
        "SQL.md": "# DBMS\n\n# Queries\n",
        "Heap.md": "# Tree\n\n# Costs\n",
        "Oak.md": "---\naliases: [Tree]\n---\n",
        "a.md": "[[DBMS]] [[dbms#Queries]] [[Tree]]\n",
      }),
    );
    expect(problems).toEqual([]);
    expect(notes["a.md"]?.markdown).toBe(
      "[DBMS](/sql) [dbms > Queries](/sql#queries) [Tree](/oak)\n",
    );
  });

  test.each([
    ["cafe\u0301.md", "caf\u00e9"],
    ["UPPER.MD", "UPPER"],
    ["a space .md", "a space"],
    ["long.markdown", "long"],
    ["The folder/index.md", "The folder"],
    ["a/b c/_index.md", "b c"],
    ["a/README.md", "a"],
    ["README.md", "README"],
  ])("from the file name %j: %s", async (file, title) => {
    expect((await one("Text.", file)).note?.title).toBe(title);
  });
});

describe("the summary", () => {
  test.each([
    ["---\nsummary: S\ndescription: D\n---\nText.", "S"],
    ["---\ndescription: D\nexcerpt: E\n---\nText.", "D"],
    ["---\nexcerpt: E\n---\nText.", "E"],
    ["---\nDescription: D\n---\nText.", "D"],
    ["---\nsummary:\ndescription: D\n---\nText.", "D"],
    ["---\nsummary: ''\n---\nText.", "Text."],
    ["---\nsummary: |\n  Line one\n  line two\n---\n", "Line one\nline two"],
  ])("%j: %j", async (text, summary) => {
    expect((await one(text)).note?.summary).toBe(summary);
  });
});

describe("the tags", () => {
  test.each([
    ["tags:\n  - a\n  - b c\n  -\n  - ''\n  - null\n  - a", ["a", "b c"]],
    ["tags: a, b c,, d", ["a", "b c", "d"]],
    ["tags: a b  c", ["a", "b", "c"]],
    ["tags: ['#a', '##b c', '#']", ["a", "b c"]],
    ["tags: [area/sub, x/y/z]", ["area/sub", "x/y/z"]],
    ["tags: [1.10, 2024-01-02, on, true, 0x1F]", ["1.10", "2024-01-02", "on", "true", "0x1F"]],
    ["tags:", []],
    ["tag: a", ["a"]],
    ["keywords: a, b", ["a", "b"]],
    ["Tags: [a, b]", ["a", "b"]],
    ["TAGS: a b", ["a", "b"]],
    ["Keywords: a", ["a"]],
    ["tags:\nkeywords: a", ["a"]],
    ["tags: # none so far\nkeywords: a", ["a"]],
  ])("%j", async (line, tags) => {
    const { note, problems } = await one(`---\n${line}\n---\nText #inline.\n`);
    expect(note?.tags).toEqual(tags);
    expect(problems).toEqual([]);
  });

  test.each([
    ["Text #a and #b/c, (#d)", ["a", "b/c", "d"]],
    ["#1 #1a #_x #x-y #é #日本", ["1a", "_x", "x-y", "é", "日本"]],
    ["# Heading #h\n\n`#no` https://x.y/#no [a](#no) [[other#no]] \\#no a#no", ["h"]],
    ["#a [[other|the #no]] #b [[other #no]] #c", ["a", "b", "c"]],
    ["```\n#no\n```\n\n<b title='#no'>#yes</b> #yes", ["yes"]],
    ["#a/ #b// #c", ["a", "b", "c"]],
    ["#a [the #no](https://x.y) #b", ["a", "b"]],
  ])("in the text, if configured: %j", async (body, tags) => {
    const { notes } = await served(
      vault({
        "collections.yaml": "inlineTags: true\n",
        "a.md": `---\ntitle: T\nsummary: S\n---\n${body}`,
        "other.md": "---\ntitle: O\nsummary: S\n---\n## no",
      }),
    );
    expect(notes["a.md"]?.tags).toEqual(tags);
  });

  test("in the text must be allowed tags, and are otherwise reported at their places", async () => {
    const { problems } = await vault({
      "collections.yaml": "strict: true\ninlineTags: true\ntags: [graphs]\n",
      "a.md": "---\ntitle: T\nsummary: S\n---\nAbout #graphs.\nAbout #graph.\n",
    }).build();
    expect(problems.map(brief)).toEqual(["a.md:6:7 error value-not-allowed"]);
    expect(problems[0]?.suggestions).toEqual(["#graphs"]);
    expect(problems[0]?.length).toBe("#graph".length);
  });
});

test.each([
  ["aliases: [One, 'Two, three']"],
  ["aliases: One"],
  ["alias: One, Two"],
  ["aliases:\n  - One\n  -\n"],
  ["Aliases: [One]"],
])("an alias links to its note: %j", async (line) => {
  const { notes, problems } = await served(
    vault({ "a.md": `---\n${line}\n---\nText.\n`, "b.md": "[[One]]" }),
  );
  expect(problems).toEqual([]);
  expect(notes["b.md"]?.markdown).toBe("[One](/a)");
});

test("without configuration, broken links are warnings, and are served as their labels", async () => {
  const { notes, problems } = await served(
    vault({
      "me.md": "[[No such]] [[No|*label*]] [[heap]] [[a/heap#No]] ![[a/heap]] ![[x.png]]\n",
      "a/heap.md": "# Heap\n",
      "b/heap.md": "# Heap\n",
    }),
  );
  expect(problems).toEqual([
    "me.md:1:1 warning broken-link",
    "me.md:1:13 warning broken-link",
    "me.md:1:28 warning ambiguous-link",
    "me.md:1:37 warning missing-heading",
    "me.md:1:51 warning embed",
  ]);
  expect(notes["me.md"]?.markdown).toBe(
    "No such *label* heap [a/heap > No](/a/heap) [a/heap](/a/heap) \n",
  );
});

test("a vault gives the same bytes, whatever order the disk lists its files in", async () => {
  const files = { "b/x.md": "X", "a y.md": "Y", "a-y.md": "Z", "A Y.md": "W", "a/n.md": "N" };
  const one = await served(vault(files));
  const two = await served(vault(Object.fromEntries(Object.entries(files).reverse())));
  expect(one).toEqual(two);
});
