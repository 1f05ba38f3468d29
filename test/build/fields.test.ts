import { describe, expect, test } from "vitest";
import { served } from "./served.ts";
import { brief, note, vault } from "./vault.ts";

/** A note's fields in the list and in the full note, without those that every test note has. */
async function published(config: string, frontMatter: string) {
  const files = {
    "collections.yaml": `updated: false\n${config}`,
    "a/x.md": note("X", "Text.\n", frontMatter),
  };
  const { build, read } = vault(files);
  expect((await build()).problems).toEqual([]);
  return {
    list: own(JSON.parse(read("api/v1/notes.json")).notes[0]),
    full: own(JSON.parse(read("api/v1/notes/a/x.json"))),
  };
}

function own(fields: object): [string, unknown][] {
  const others = ["route", "title", "collection", "markdown"];
  return Object.entries(fields).filter(([name]) => !others.includes(name));
}

const OF_EVERY_NOTE = [
  ["tags", []],
  ["summary", "About it."],
];

describe("a declared field is published as its collection says", () => {
  test("with the labels of its wikilinks", async () => {
    const config = "fields: { director: {}, cast: { type: list } }";
    const frontMatter =
      'director: "[[Akira Kurosawa]]"\ncast: ["[[people/Ada|Ada]] (host)", "\\\\[[x]]", "[[C#Syntax]]"]\n';
    const { full } = await published(config, frontMatter);
    expect(Object.fromEntries(full)).toMatchObject({
      director: "Akira Kurosawa",
      cast: ["Ada (host)", "\\[[x]]", "C > Syntax"],
    });
  });

  test("in the order of `list` and `full`, with category and domain in their fixed positions", async () => {
    const config = `collections:
  a:
    folder: a
    route: /a/{slug}
    fields: { date: {}, rating: { type: number }, done: { type: boolean }, authors: { type: list } }
    list: [rating, domain, date, category]
    full: [authors, category, done, domain]
`;
    const frontMatter =
      "authors: [Ann, Bob]\ncategory: c\ndate: 1.10\ndomain: d\ndone: yes\nrating: 4.5\n";
    const [category, domain] = [
      ["category", "c"],
      ["domain", "d"],
    ];
    expect(await published(config, frontMatter)).toEqual({
      list: [category, domain, ...OF_EVERY_NOTE, ["rating", 4.5], ["date", "1.10"]],
      full: [domain, category, ...OF_EVERY_NOTE, ["authors", ["Ann", "Bob"]], ["done", true]],
    });
  });

  const DATE = ["date", "2024-01-02"];
  test.each([
    ["in `list`: in the list and in the full note", "list: [date]", [DATE], [DATE]],
    ["only in `fields`: in the full note", "fields: { date: {} }", [], [DATE]],
    [
      "for all collections, beside its own fields",
      `fields: { date: {} }
list: [date]
collections:
  a: { folder: a, route: "/a/{slug}", fields: { mood: {} } }
`,
      [DATE],
      [DATE, ["mood", "M"]],
    ],
    [
      "for all collections, unless one has its own setting",
      `fields: { date: {}, mood: {} }
list: [date]
collections:
  a: { folder: a, route: "/a/{slug}", list: [] }
`,
      [],
      [DATE, ["mood", "M"]],
    ],
  ])("%s", async (_, config, list, full) => {
    expect(await published(config, "date: 2024-01-02\nmood: M\n")).toEqual({
      list: [...OF_EVERY_NOTE, ...list],
      full: [...OF_EVERY_NOTE, ...full],
    });
  });

  test.each([
    ["text", "1.10", "1.10"],
    ["text", "", undefined],
    ["number", "1.10", 1.1],
    ["number", "'7'", 7],
    ["boolean", "Off", false],
    ["list", "Ann Lee, Bob", ["Ann Lee", "Bob"]],
    ["list", "[]", undefined],
    ["list, items: number", "[1, 2.50]", [1, 2.5]],
  ])("%s: %s is %j", async (type, value, expected) => {
    const { full } = await published(`fields: { f: { type: ${type} } }`, `f: ${value}\n`);
    expect(Object.fromEntries(full).f).toEqual(expected);
  });

  test.each(["constructor", "aliases", "online version", "日本語"])("named %s", async (key) => {
    const { list, full } = await published(`list: ["${key}"]`, `${key}: v\n`);
    expect(list).toContainEqual([key, "v"]);
    expect(full).toContainEqual([key, "v"]);
  });

  test("unless a note does not have it", async () => {
    const { list, full } = await published("list: [date, constructor]", "");
    expect({ list, full }).toEqual({ list: OF_EVERY_NOTE, full: OF_EVERY_NOTE });
  });
});

describe("a value that its collection does not allow is a problem at its place", () => {
  test.each([
    [
      "f: { required: true }",
      "g: 1",
      "1:1 error missing-field",
      "The note has no f. Add `f: …` to its front matter.",
    ],
    ["f: { required: true, type: list }", "f: []", "1:1 error missing-field", "The note has no f."],
    ["f: {}", "f: [a]", "4:4 error field-type", "`f` must be text, but this is a list."],
    [
      "f: { type: number }",
      "f: 1e999",
      "4:4 error field-type",
      '`f` must be a number, but is "1e999".',
    ],
    [
      "f: { type: boolean }",
      "f: maybe",
      "4:4 error field-type",
      '`f` must be true or false, but is "maybe".',
    ],
    [
      "f: { values: [draft, final] }",
      "f: finel",
      "4:4 error value-not-allowed",
      'The f "finel" is not among those that collections.yaml allows: draft, final.',
    ],
    [
      "f: { type: list, values: [a, b] }",
      "f: [a, c]",
      "4:8 error value-not-allowed",
      'The f "c" is not among',
    ],
    [
      "f: { type: list, items: number }",
      "f: [1, two]",
      "4:8 error field-type",
      '`f` must be a number, but is "two".',
    ],
  ])("%s with %s: %s", async (rule, line, problem, message) => {
    const { problems } = await vault({
      "collections.yaml": `fields: { ${rule}, g: {} }\nstrict: true\n`,
      "x.md": note("X", "", `${line}\n`),
    }).build();
    expect(problems.map(brief)).toEqual([`x.md:${problem}`]);
    expect(problems[0]?.message).toContain(message);
  });

  test("a folder that a route names after a field must match the field", async () => {
    const { notes, problems } = await vault({
      "collections.yaml": `collections:
  logs: { folder: logs, route: "/logs/{year}/{author}/{slug}", fields: { year: { type: number } } }
  docs: { folder: docs, route: "/docs/{topic}/{path}" }
`,
      "logs/2024/ann/a.md": note("A", "", "year: 2024\nauthor: Ann\n"),
      "logs/2024/ann/b.md": "---\n{ title: B, summary: S., year: 2023, author: Bob }\n---\nText.\n",
      "logs/2024/c.md": note("C"),
      "docs/Big Data/deep/Er.md": note("D", "", "topic: >-\n  Big\n  data\n"),
      "docs/e.md": note("E"),
    }).build();
    expect(notes.map(({ route }) => route)).toEqual([
      "/docs/big-data/deep/er",
      "/logs/2024/ann/a",
      "/logs/2024/ann/b",
    ]);
    expect(problems.map(({ line, column, length }) => [line, column, length])).toEqual([
      [1, 1, 1],
      [2, 32, 4],
      [2, 46, 3],
      [1, 1, 1],
    ]);
    expect(problems.map(({ message, suggestions }) => [message, ...suggestions])).toEqual([
      ["A note of docs belongs in a folder for its topic: docs/<topic>/e.md."],
      [
        'The year "2023" belongs in the folder 2023, but the note is in 2024. Move the note or correct the year.',
        "logs/2023/ann/b.md",
      ],
      [
        'The author "Bob" belongs in the folder bob, but the note is in ann. Move the note or correct the author.',
        "logs/2024/bob/b.md",
      ],
      ["A note of logs belongs in a folder for its year and author: logs/<year>/<author>/c.md."],
    ]);
  });

  test("a value that is not allowed suggests no other folder", async () => {
    const { problems } = await vault({
      "collections.yaml": `collections: { t: { folder: t, route: "/t/{domain}/{slug}", fields: { domain: { values: [One] } } } }`,
      "t/one/a.md": note("A", "", "domain: Onne\n"),
    }).build();
    expect(problems.map(brief)).toEqual(["t/one/a.md:4:9 error value-not-allowed"]);
  });

  test("half of a surrogate pair is never published", async () => {
    const text = '---\ntitle: "a \\ud800 b"\ntags: ["\\udc00"]\n---\n';
    const { notes, problems } = await served(vault({ "n.md": text }));
    expect(notes["n.md"]).toMatchObject({ title: "a \ufffd b", tags: ["\ufffd"] });
    expect(problems).toEqual([]);
  });
});

test.each([
  [
    "",
    "color (in 2), Author Name (in 1), __proto__ (in 1). To publish some, declare them in collections.yaml, for example `fields: { color: {}, Author Name: {} }`.",
  ],
  ["list: [color, Author Name]", "__proto__ (in 1). To publish"],
  ["rules: { unknown-key: off }", undefined],
  ["strict: true", undefined],
])("unused keys are listed once, unless a rule reports them: %j", async (config, keys) => {
  const { hint } = await vault({
    "collections.yaml": config,
    "a.md": "---\ncolor: 2024\nmodified: 2024\nAuthor Name: x\ntitle: T\n---\n",
    "b.md": "---\ncolor: 2025\ndate: 2024\n__proto__: 1\nroute: /x\n---\n",
    "c.md": "---\ndraft: true\nsecret: 1\n---\n",
  }).build();
  if (keys === undefined) expect(hint).toBeUndefined();
  else expect(hint).toContain(`Front matter keys that are not published: ${keys}`);
});

describe("old routes under `formerly`", () => {
  const formerly = async (files: Record<string, string>) => {
    const parsed = Object.entries(files).map(([file, own]) => [
      `${file}.md`,
      `---\ntitle: T\n${own}\n---\n`,
    ]);
    const { problems } = await vault(Object.fromEntries(parsed)).build();
    return problems.map((problem) => `${brief(problem)} ${problem.message}`);
  };

  test.each([
    ["old/route", "does not start with a slash"],
    ["/", "is empty or ends with a dot or a space"],
    ["/a/*", 'contains "*"'],
  ])("must be routes: %s %s", async (old, fault) => {
    const [problem, ...others] = await formerly({ a: `formerly: "${old}"` });
    expect(problem).toMatch(/^a\.md:3:11 warning old-route The old route /);
    expect(problem).toContain(fault);
    expect(others).toEqual([]);
  });

  test("belong to one note, and are not the route of a note; those of drafts do not count", async () => {
    expect(
      await formerly({
        a: "formerly: [/X/One, /b, /A]",
        b: "formerly: /x/one, /two",
        c: "draft: true\nformerly: [/two]",
      }),
    ).toEqual([
      "a.md:3:20 warning old-route The old route /b is taken by b.md. Remove it here or there.",
      "a.md:3:24 warning old-route The old route /A is the route of this note already. Remove it here or there.",
      "b.md:3:11 warning old-route The old route /x/one is taken by a.md. Remove it here or there.",
    ]);
  });
});
