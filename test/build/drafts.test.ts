import { describe, expect, onTestFinished, test, vi } from "vitest";
import { served } from "./served.ts";
import { brief, vault } from "./vault.ts";

/** Builds a note that another one links to. */
async function one(text: string, config = "{}") {
  const files = { "n.md": text, "other.md": "[[n]] [[Secret]]", "collections.yaml": config };
  return served(vault(files));
}

describe("a mark in front matter that is read withholds the note without a problem", () => {
  test.each([
    ["---\ndraft: true\n---\n"],
    ["---\r\ndraft: true\r\n---\r\n"],
    ["\n \n---\ndraft: true\n---\n"],
    ["+++\ntitle = 'x'\ndraft = true\n+++\n"],
    ["\n+++\r\ntitle = 'x'\r\n[extra]\r\nis_private = true\r\n+++\r\n"],
    [';;;\n{ "title": "x", "draft": true }\n;;;\n'],
    ['{\n\t"title": "a } \\" {",\n\t"x": { "draft": "yes" }\n}\n'],
    ['{"publish":false}\n'],
    ["---\nDRAFT: TRUE\n---\n"],
    ["---\ndraft: 'on'\n---\n"],
    ["---\ndraft: !!bool true\n---\n"],
    ['---\n"dr\\u0061ft": true\n---\n'],
    ["---\n\uff44\uff52\uff41\uff46\uff54: on\n---\n"],
    ["---\npublish: true\ndraft: true\n---\n"],
    ["---\npublish:\ndraft: 1\n---\n"],
    ["---\ndraft: false\nDraft: y\n---\n"],
    ["---\nmeta: { publish: n }\n---\n"],
    ["---\nlist:\n  - - draft: true\n---\n"],
    ["---\ndraft: [false, true]\n---\n"],
    ["---\n? draft\n: true\n---\n"],
    ["---\nyes: &yes true\ndraft: *yes\n---\n"],
    ["---\nbase: &base\n  draft: true\n<<: *base\n---\n"],
    ["---\nprivate: true\n---\n"],
    ["---\nisDraft: yes\n---\n"],
    ["---\nunpublished: true\n---\n"],
    ["---\nno-publish: true\n---\n"],
    ["---\ndo_not_publish: 1\n---\n"],
    ["---\nConfidential: yes\n---\n"],
    ["---\npublic: false\n---\n"],
    ["---\ndg-publish: false\n---\n"],
    ["---\ndgPublish: no\n---\n"],
    ["---\nis_public: no\n---\n"],
    ["---\npublished: No\n---\n"],
    ["---\nshare: false\n---\n"],
    ["---\nstatus: Private\n---\n"],
    ["---\nvisibility: private\n---\n"],
    ["---\nog:title: x\ndraft: true\n---\n"],
  ])("%j", async (head) => {
    const { notes, problems } = await one(`${head}Text.\n`);
    expect(Object.keys(notes)).toEqual(["other.md"]);
    expect(problems.filter((problem) => problem.startsWith("n.md"))).toEqual([]);
  });
});

/** Withheld with a warning: the text above the body, the place, and what the warning says. */
const WARNED: [head: string, place: string, message: string][] = [
  // Neither yes nor no.
  ["---\ndraft: ture\n---\n", "2:8", "`draft` must be true or false"],
  ["---\npublish: later\n---\n", "2:10", "`publish` must be true or false"],
  ["---\npublish: 2 January 2024\n---\n", "2:10", "`publish` must be true or false"],
  ["---\nprivate: \u2705\n---\n", "2:10", "`private` must be true or false"],
  ["---\ndg-publish: not yet\n---\n", "2:13", "`dg-publish` must be true or false"],
  ["---\nunpublished: { by: me }\n---\n", "2:14", "`unpublished` must be true or false"],
  ["+++\ntitle = 'x'\ndraft = 'maybe'\n+++\n", "3:1", "`draft` must be true or false"],
  ['{\n  "draft": "maybe"\n}\n', "2:12", "`draft` must be true or false"],
  // There, but not readable.
  ["---\ntitle: A: B\ndraft: true\n---\n", "2:8", "The value contains a colon"],
  ["---\ntitle: 'open\ndraft: false\n---\n", "2:8", "quote opened in line 2 never closes"],
  ["---\ntitle: x\ndraft true\n---\n", "3:1", "not a key with a value"],
  ["---\ntitle: [x\nprivate: no way\n---\n", "3:1", "never closed"],
  ["---\ntitle: [x\nprivate yes\n---\n", "3:1", "never closed"],
  ["---\ntitle: [x\npublic: on request\n---\n", "3:1", "never closed"],
  ["---\ntitle: [x\nconfidential:\n---\n", "3:1", "never closed"],
  ["---\ntitle: [x\nvisibility: private\n---\n", "3:1", "never closed"],
  ["---\ntitle: x\ndraft: maybe\n\n", "1:1", "is never closed"],
  ["---\ntitle: x\n\ndraft: maybe\n\n", "1:1", "is never closed"],
  ["---\ndraft true\n---\n", "2:1", "its first line is not `key: value`"],
  ["---\ntitle x\nvisibility: private\n---\n", "2:1", "its first line is not `key: value`"],
  ["---\ntitle: x\ndraft: maybe\n----\n", "4:1", "must be just `---`"],
  ["---\n# note\rdraft: true\n---\n", "2:7", "not read this character as the end of a line"],
  ["---\ntitle: x\u2028draft: true\n---\n", "2:9", "not read this character as the end of a line"],
  ["---\ntitle: x\n draft:true\n---\n", "3:1", "Write `draft: true`, with a space"],
  ["---\nmeta: {draft:true}\n---\n", "2:8", "Write `draft: true`, with a space"],
  [
    "---\ntitle: x\n---\n\n---\ndraft: maybe\n---\n",
    "5:1",
    "Only the block above this one is read",
  ],
  ["---\ntitle: x\n---\n+++\ndraft = 1\n+++\n", "4:1", "Only the block above this one is read"],
  [" ---\ndraft: maybe\n---\n", "1:1", "but a space precedes it"],
  ["\u200b---\ndraft: maybe\n---\n", "1:1", "the invisible character U+200B is in its first line"],
  ["---\rtitle: x\rdraft: maybe\r---\r", "1:1", "its lines end in CR alone"],
  ["\u2014\ntitle: x\ndraft: maybe\n\u2014\n", "1:1", "its first line is not just `---`"],
  ["--\ntitle: x\ndraft: maybe\n---\n", "1:1", "its first line is not just `---`"],
  ["***\ntitle: x\ndraft: maybe\n***\n", "1:1", "its first line is not just `---`"],
  ["title: x\ndraft: maybe\n---\n", "1:1", "no line that is just `---` opens it"],
  ['{"title": "x" "draft": false}\n', "1:15", "The value ends before this"],
  ['{\n  "title": "x",\n  "draft": false\n', "1:1", "JSON front matter is never closed"],
  ['{ "draft": true } x\n', "1:1", "JSON front matter is never closed"],
  ["+++\ndraft = true\ntitle = x\n+++\n", "3:1", "This is not valid TOML"],
  [
    "+++\ntitle = 'x'\nshare = false\n",
    "1:1",
    "never closed. End it with a line that is just `+++`",
  ],
  ["---js\n{ draft: true }\n---\n", "1:1", "code in it never runs"],
  [`---\ndraft: false\nlong: ${"x".repeat(20_000)}\n---\n`, "1:1", "longer than 20 kB"],
  // A line of text.
  ["draft: true\n", "1:1", "This line says that the note is not published"],
  ["draft = 1\n\n", "1:1", "This line says"],
  ["# Title\n\nWords.\n\nPrivate：yes\n", "5:1", "This line says"],
  ["# Title\n\n- title: x\n- draft: true\n", "4:1", "This line says"],
  ["1. title: x\n2. draft: true.\n", "2:1", "This line says"],
  ["A line.\n[private]: yes\n", "2:1", "This line says"],
  ["* * *\n\n**Draft:** yes\n", "3:1", "This line says"],
  ["> draft: true\n", "1:1", "This line says"],
  ["<!-- draft: true -->\n", "1:1", "This line says"],
  ["%% publish: no %%\n", "1:1", "This line says"],
  ["Words.\n\n---\ndraft: true # wip\n---\n", "4:1", "This line says"],
  ["```\ncode\n```\npublish: false\n", "4:1", "This line says"],
  ["Words\n    public: no\n", "2:1", "This line says"],
  [`${"Words.\n\n".repeat(29)}draft: true\n`, "59:1", "This line says"],
  ["---\ntitle: x\n---\n\ndraft: true\n\n", "5:1", "This line says"],
  ["---\ntitle: x\n---\na\n\nb\nc\nd\npublish: no\n", "9:1", "This line says"],
];

test.each([
  "",
  "strict: true\nrules: { front-matter-missing: off, broken-link: off, missing-title: off, missing-summary: off }\n",
])("a note is withheld with a warning that says what is wrong: %j", async (config) => {
  const fileOf = (i: number) => `n${String(i).padStart(2, "0")}.md`;
  const heads = WARNED.map(([head], i) => [fileOf(i), `${head}Secret text.\n`]);
  const links = WARNED.map((_, i) => `[[${fileOf(i)}]]\n`).join("");
  const files = { ...Object.fromEntries(heads), "other.md": links, "collections.yaml": config };
  const { notes, problems, messages } = await served(vault(files));
  expect(Object.keys(notes)).toEqual(["other.md"]);
  expect(JSON.stringify(notes)).not.toContain("(/");
  for (const [i, [, place, message]] of WARNED.entries()) {
    const own = problems.filter((problem) => problem.startsWith(fileOf(i)));
    const index = problems.indexOf(`${fileOf(i)}:${place} warning draft-front-matter`);
    expect([own, messages[index]]).toEqual([own, expect.stringContaining(message)]);
    expect(messages[index]).toMatch(/The note is withheld, because it may be a draft\.$/);
    expect(own.every((each) => each.endsWith(" draft-front-matter"))).toBe(true);
  }
});

describe("any other note is published", () => {
  test.each([
    ["---\ndraft: false\n---\n"],
    ["---\nDRAFT: 0\npublish: y\nmeta: { draft: n }\n---\n"],
    ["---\nprivate: no\nunpublished: off\nno-publish: n\nconfidential: false\n---\n"],
    ["---\ndraft:\nprivate: ''\npublish: ~\nshare: []\npublic: {}\n---\n"],
    ["---\npublish: 2024-01-02\npublic: 2024/1/2 at noon\n---\n"],
    ["+++\npublish = 2024-01-02T10:00:00Z\n+++\n"],
    ["---\ndraft: []\nprivate: {}\n---\n"],
    ["---\npublished: 2024-01-02\nshare: { buttons: [x] }\n---\n"],
    ["---\npublished: No Starch Press\nshare: true\n---\n"],
    ["---\nstatus: done\nvisibility: public\n---\n"],
    ["---\ncascade:\n  draft: true\n---\n"],
    ["+++\n[[cascade]]\ndraft = true\n+++\n"],
    ["---\ntitle: x\n# draft: true\n---\n"],
    ["---\ntitle: x\ntags: [drafts, publish]\nsummary: 'Draft: how to publish'\n---\n"],
    ["---\nsummary: |\n  publish: no\npublisher: x\ndrafted: yes\n---\n"],
    ["+++\ntitle = 'A'\ndraft = false\n+++\n"],
    [';;;\n{ "draft": false }\n;;;\n'],
    ['{ "draft": false }\n'],
    ["---\ntitle: x\u2028y\ntags: [z]\n---\n"],
    ["---\ntitle: x\n---\n---\n\nOften published.\n\n---\n"],
    ["---\ntitle: x\n---\n---\nother: y\n---\n"],
    ["---\ntitle: x\n---\n# Draft\n\nPublished: 2024\n\n"],
    ["---\ntitle: x\n---\na\nb\nc\nd\ne\ndraft: true\n"],
    [`${"Words.\n\n".repeat(30)}draft: true\n`],
    ["---\n\nOne.\n\nTwo.\n\nThree, as published.\n\n"],
    ["***\nPublished prose.\n***\n"],
    ["```yaml\ndraft: true\n```\n"],
    ["~~~\ndraft: true\n~~~\n"],
    ["Set it:\n\n    draft: true\n\n    publish: no\n"],
    ["Draft: true is a setting.\n"],
    ["# draft: true\n"],
    ["Write one of these:\n\n- `draft: true`\n- `publish`: false\n"],
    ["- Draft: no.\n- publish: yes\n"],
    ["status: private\n"],
    ["---\ntitle: x\n---\n\nPublisher: No Starch\nPublished: 2001\nDraft:\n\n"],
    [`draft: true ${"and so on ".repeat(20)}\n`],
    ["author:: draft\npublished:: 2024\n"],
  ])("without a problem: %j", async (text) => {
    const { notes, problems } = await one(`${text}Text.\n`);
    expect(notes["n.md"]).toBeDefined();
    expect(problems.filter((problem) => problem.startsWith("n.md"))).toEqual([]);
  });

  test.each([
    ["---\ntitle: Java: private and public methods\n---\n"],
    ["---\ntitle: A: B\ndraft: false\n---\n"],
    ["---\ntitle: [x\nprivate: no\npublic: yes\n---\n"],
    ["---\ntitle: x\n\nNot a field, and about drafts.\n"],
    ["---\ntitle: [x\nstatus: done\nshare: yes\n---\n"],
    ["+++\ntitle = x\n+++\n"],
  ])("with a warning: %j", async (text) => {
    const { notes, problems } = await one(`${text}Text.\n`);
    expect(notes["n.md"]).toBeDefined();
    expect(problems).toContainEqual(expect.stringMatching(/^n\.md:\d+:\d+ warning front-matter/));
  });
});

describe("a property withholds a note without a warning", () => {
  test.each(["draft:: true\nText.\n", "\n- public:: no\n- x\n", "private:: true"])(
    "%j",
    async (text) => {
      const { notes, problems } = await one(text);
      expect(Object.keys(notes)).toEqual(["other.md"]);
      expect(problems.filter((problem) => problem.startsWith("n.md"))).toEqual([]);
    },
  );
});

describe("a declared field withholds nothing, but for draft, private and publish", () => {
  test.each([
    ["public: false", "fields: { public: {} }", true],
    ["status: private", "list: [status]", true],
    ["draft: true", "fields: { draft: {} }", false],
    ["private: true", "fields: { private: {} }", false],
    ["publish: false", "fields: { publish: {} }", false],
  ])("%s, %s: published is %s", async (line, config, isPublished) => {
    const { notes } = await one(`---\n${line}\n---\n`, config);
    expect("n.md" in notes).toBe(isPublished);
  });
});

describe("`withhold` in collections.yaml withholds by an owner's own fields", () => {
  test.each([
    ["status: WIP", "withhold: { status: [draft, wip] }", false],
    ["status: done", "withhold: { status: [draft, wip] }", true],
    ["Type:\n  - note\n  - Journal", "withhold: { type: [journal] }", false],
    ["hidden: yes", "withhold: { hidden: [true] }", false],
    ["hidden: no", "withhold: { hidden: [true] }", true],
    ["level: 3", "withhold: { level: [3] }", false],
    ["status: draft", "withhold: { status: [draft] }\nfields: { status: {} }", false],
  ])("%j, %j: published is %s", async (lines, config, isPublished) => {
    const { notes } = await one(`---\n${lines}\n---\n`, config);
    expect("n.md" in notes).toBe(isPublished);
  });

  test("its values must be a list", async () => {
    const { problems } = await vault({
      "n.md": "",
      "collections.yaml": "withhold: { a: b }",
    }).build();
    expect(problems.map(({ message }) => message)).toEqual([
      "withhold.a: must be a list: write `[b]`.",
    ]);
  });
});

test("folders for drafts, private notes and templates are withheld, but for notes with a clear yes", async () => {
  const files = {
    "_drafts/a.md": "Text.",
    "blog/_drafts/b.md": "---\ntitle: [open\n---\n",
    "x/_private/c.md": "Text.",
    "private/d.md": "---\ndraft: false\n---\n",
    "x/_Drafts/d3.md": "Text.",
    "My templates/sub/e.md": "---\ntitle: {{title}}\n---\n",
    "private/yes.md": "---\npublish: true\n---\n",
    "_drafts/yes.md": "---\npublished: yes\n---\n",
    "_drafts/no.md": "---\npublish: true\ndraft: true\n---\n",
    "x/private/f.md": "Text.",
    "x_drafts/g.md": "[[b]]",
    "My templates too/h.md": "Text.",
    ".obsidian/templates.json": '{ "folder": "/My templates/" }',
    "collections.yaml": "publish: all",
  };
  const made = vault(files);
  const { notes, problems, messages } = await served(made);
  expect(Object.keys(notes).sort()).toEqual([
    "My templates too/h.md",
    "_drafts/yes.md",
    "private/yes.md",
    "x/private/f.md",
    "x_drafts/g.md",
  ]);
  expect(problems).toEqual(["x_drafts/g.md:1:1 warning broken-link"]);
  expect(messages[0]).toContain("withheld");
  const { leftOut } = await made.build();
  expect(leftOut?.withheld.toSorted()).toEqual(
    ["_drafts", "_drafts", "_drafts", "_private", "draft", "private", "templates"].toSorted(),
  );
});

test.each([
  ["Private/n.md", "Text.", false],
  ["PRIVATE/sub/n.md", "Text.", false],
  ["x/_PRIVATE/n.md", "Text.", false],
  ["_Drafts/n.md", "public:: true", true],
  ["_drafts/n.md", "---\npublish: 2024-01-02\n---\n", false],
  ["private/n.md", "---\nshare: on\n---\n", true],
  ["drafts/n.md", "Text.", true],
  ["_draft/n.md", "Text.", true],
  ["private.md", "Text.", true],
  ["_drafts.md", "Text.", true],
  ["my private/n.md", "Text.", true],
])("%s with %j: published is %s", async (file, text, isPublished) => {
  const { notes, problems } = await vault({
    "a.md": "",
    [file]: text,
    "collections.yaml": "publish: all",
  }).build();
  expect(notes.some((note) => note.file === file)).toBe(isPublished);
  expect(problems).toEqual([]);
});

test("a vault of drafts alone is an error that counts them", async () => {
  const draft = "---\ndraft: true\n---\n";
  const { problems } = await vault({ "a.md": draft, "b.md": draft }).build();
  expect(problems.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    "no-notes: None of the notes can be published (2 in all, 2 withheld).",
  ]);
});

describe("notes without a clear yes", () => {
  const files = {
    "a.md": "---\npublish: true\n---\n[[b]]",
    "b.md": "Text.",
    "c.md": "---\nshare: 1\n---\n",
    "d.md": "- public:: true\n- x",
    "e.md": "---\npublished: yes\n---\n",
    "f.md": "---\npublished: 2024-01-02\n---\n",
    "g.md": "---\npublish: true\ndraft: true\n---\n",
    "h.md": "---\ntitle: [open\n---\n",
    "i.md": "---\npublish: 2024-01-02\n---\n",
    "j.md": "publish: true\n",
    "k.md": "---\ntitle: A: B\npublish: true\n---\n",
  };
  const build = (config: string, more = {}) =>
    vault({ ...files, ...more, "collections.yaml": config }).build();

  test("are withheld with `publish: marked`, without other problems", async () => {
    const { notes, problems, leftOut } = await build("publish: marked");
    expect(notes.map(({ file }) => file)).toEqual(["a.md", "c.md", "d.md", "e.md", "k.md"]);
    expect(problems.map(brief)).toEqual([
      "a.md:4:1 warning broken-link",
      "k.md:2:8 warning front-matter-malformed",
    ]);
    expect(leftOut?.withheld.toSorted()).toEqual(["draft", ...Array(5).fill("unmarked")]);
  });

  test("are withheld where a note has `dg-publish: true`, unless `publish: all` is set", async () => {
    const garden = { "l.md": "---\ndg-publish: true\n---\n" };
    const marked = ["a.md", "c.md", "d.md", "e.md", "k.md", "l.md"];
    expect((await build("", garden)).notes.map(({ file }) => file)).toEqual(marked);
    expect((await build("publish: all", garden)).notes).toHaveLength(11);
  });

  test("are counted in a warning where others have one, unless `publish` is set", async () => {
    const { problems, notes } = await build("");
    expect(notes).toHaveLength(10);
    const [problem] = problems.filter(({ rule }) => rule === "unmarked-notes");
    expect(problem?.message).toBe(
      "4 of 10 notes have `publish: true`; the other 5 are published, too. Set `publish: marked` or `publish: all` in collections.yaml.",
    );
    expect((await build("publish: all")).problems.map(({ rule }) => rule)).toEqual([
      "front-matter-malformed",
      "front-matter-malformed",
    ]);
  });
});

test("what hides notes in other tools is one warning with counts, and no hint offers to publish it", async () => {
  const files = {
    "a.md": "---\nunlisted: true\n---\n",
    "b.md": "---\nhidden: yes\nprivate: no\npublic: yes\n---\n",
    "c.md": "---\nhidden: yes\n---\n",
    "d.md": "---\nstatus: Draft\n---\n",
    "e.md": "---\npublishDate: 2999-01-01\n---\n",
    "f.md": "+++\nexpiryDate = 2001-01-01\n+++\n",
    "g.md": "---\ntags: [x, draft]\n---\n",
    "h.md": "+++\n[build]\nrender = 'never'\nlist = 'never'\n+++\n",
    "i.md": "+++\nrender = false\n+++\n",
    "j.md": "---\npermalink: false\n---\n",
    "k.md": "---\neleventyExcludeFromCollections: true\n---\n",
    "l.md": "---\naccess: private\n---\n",
    "m.md": "---\nnoindex: true\n---\n",
    "n.md": "---\nstate: wip\n---\n",
    "o.md": "---\ndate: 2999-01-01\n---\n",
    "p.md": "---\nunpublishDate: 2001-01-01\n---\n",
    "z.md":
      "---\nhidden: false\nunlisted:\nstatus: done\npublishDate: 2001-01-01\nexpiryDate: 2999-01-01\ndate: 2001-01-01\npermalink: /x/\nlist: [a]\ntags: [drafts]\ncascade: { hidden: true }\n---\n",
    "collections.yaml": "publish: all",
  };
  const { problems, hint } = await vault(files).build();
  expect(problems.map(brief)).toEqual(["a.md:1:1 warning hidden-elsewhere"]);
  expect(problems[0]?.message).toBe(
    "16 notes are published that other tools would hide: unlisted: true (in 1), hidden: yes (in 2), status: Draft (in 1), a later publishDate (in 1), an earlier expiryDate (in 1), tags: draft (in 1), render: never (in 1), render: false (in 1), permalink: false (in 1), eleventyExcludeFromCollections: true (in 1), access: private (in 1), noindex: true (in 1), state: wip (in 1), a later date (in 1), an earlier unpublishDate (in 1). To withhold such notes, write `draft: true` in them, or name the field and its values in collections.yaml: `withhold: { status: [draft] }`.",
  );
  expect(hint).not.toMatch(/hidden|unlisted|status|permalink/);

  const declared = { ...files, "collections.yaml": "fields: { status: {} }\npublish: all" };
  expect((await vault(declared).build()).problems[0]?.message).toMatch(/^15 notes are/);
});

test("a note is hidden elsewhere from the day after it expires to the day before it is published", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 2) });
  onTestFinished(() => void vi.useRealTimers());
  const dates = ["expiryDate: 2026-01-01", "expiryDate: 2026-01-02"];
  dates.push("publishDate: 2026-01-02", "publishDate: 2026-01-03");
  const files = dates.map((line, i) => [`${i}.md`, `---\n${line}\n---\n`]);
  const { problems } = await vault(Object.fromEntries(files)).build();
  expect(problems[0]?.message).toMatch(
    /an earlier expiryDate \(in 1\), a later publishDate \(in 1\)/,
  );
});
