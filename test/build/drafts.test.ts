import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMap, parseDocument } from "yaml";
import { readFrontMatter } from "../../scripts/notes/front-matter.ts";
import { served } from "./served.ts";
import { brief, vault } from "./vault.ts";

/** Builds a note that another one links to. */
async function one(text: string) {
  return served(vault({ "n.md": text, "other.md": "[[n]] [[Secret]]" }));
}

describe("a draft is left out", () => {
  test.each([
    ["draft: true"],
    ["draft: true\r"],
    ["draft: TRUE"],
    ["Draft: True"],
    ["draft: 'on'"],
    ["draft: !!bool true"],
    ['"dr\\u0061ft": true'],
    ["publish: false"],
    ["Published: No"],
    ["publish: true\ndraft: true"],
    ["publish:\ndraft: true"],
    ["published:\ndraft: true"],
    ["draft:\npublish: false"],
    ['publish: ""\npublished: false'],
    ["publish: ~\ndraft: true"],
    ["draft@: 1"],
    ["draft: false\nDraft: y"],
    ["\uff44\uff52\uff41\uff46\uff54: on"],
    ["meta: { publish: n }"],
    ["list:\n  - - draft: true"],
    ["? draft\n: true"],
    ["yes: &yes true\ndraft: *yes"],
    ["key: &key draft\n*key : true"],
    ["base: &base\n  draft: true\n<<: *base"],
    ["private: true"],
    ["isDraft: yes"],
    ["public: false"],
    ["dg-publish: false"],
    ["is_public: no"],
  ])("without a problem: %j", async (lines) => {
    const { notes, problems } = await one(`---\n${lines}\n---\nText.\n`);
    expect(Object.keys(notes)).toEqual(["other.md"]);
    expect(problems.filter((problem) => problem.startsWith("n.md"))).toEqual([]);
  });

  const DAMAGED: [head: string, place: string, message: string][] = [
    ["---\ntitle: A: B\ndraft: true\n---\n", "2:8", "The value contains a colon"],
    ["---\ntitle: 'open\ndraft: true\n---\n", "2:8", "quote opened in line 2 never closes"],
    ["---\ntitle: x\n\ndraft: true\n\n", "1:1", "is never closed"],
    ["---\ntitle: Heap\n draft:true\n---\n", "3:1", "YAML does not read it as a field"],
    ["---\ntitle: x\n---\n\n---\ndraft: true\n---\n", "5:1", "only the block above it is read"],
    ["---\ndraft: ture\n---\n", "2:8", "`draft` must be true or false"],
    ["---\ndraft: [true]\n---\n", "2:8", "`draft` must be true or false"],
    ["\n\n---\ndraft: true\n---\n", "3:1", "but a blank line precedes it"],
    [" ---\ndraft: true\n---\n", "1:1", "but a space precedes it"],
    ["\u200b---\ndraft: true\n---\n", "1:1", "the invisible character U+200B precedes it"],
    ["---\rtitle: x\rdraft: true\r---\r", "1:1", "its lines end in CR alone"],
    ["\u2014\ntitle: x\ndraft: true\n\u2014\n", "1:1", "its first line is not just `---`"],
    ["title: x\ndraft: true\n---\n", "1:1", "no line that is just `---` opens it"],
    ["title: x\npublish: no\n\n", "1:1", "it is not between two lines"],
    ["> ---\n> draft: true\n> ---\n", "1:1", "its first line is not just `---`"],
    ['{"title": "x", "draft": true}\n', "1:1", "JSON front matter"],
    ['{"title": "x" "draft": true}\n', "1:1", "JSON front matter"],
    ['{\n  "title": "x",\n  "draft": true\n', "1:1", "its first line is not just `---`"],
    ["+++\ndraft = true\n+++\n", "1:1", "TOML front matter"],
    ["draft = 1\n\n", "1:1", "it is not between two lines"],
    ["---\ndraft: y\n\n", "1:1", "is never closed"],
    ["---\npublish: later\n---\n", "2:10", "`publish` must be true or false"],
    ["---\ndraft: {}\n---\n", "2:8", "`draft` must be true or false"],
    ["---\ntitle: A: B\ndr\0a\vf\ft: 0\n---\n", "2:8", "The value contains a colon"],
    ["---\n# note\rdraft: true\n---\n", "1:1", "its lines end in CR alone"],
    ["---\nmeta: {draft:true}\n---\n", "2:1", "YAML does not read it as a field"],
    ["---\ntitle: x\n private:true\n---\n", "3:1", "YAML does not read it as a field"],
    ["---\nprivate: \u2705\n---\n", "2:10", "`private` must be true or false"],
    ["---\ndg-publish: not yet\n---\n", "2:13", "`dg-publish` must be true or false"],
    ["---\ntitle: x\n---\ndraft: true\n---\n", "4:1", "only the block above it is read"],
    ["+++\nprivate = true\n+++\n", "1:1", "TOML front matter"],
    ["<!-- a comment -->\n\n---\ndraft: true\n---\n", "3:1", "text precedes it"],
    ["%YAML 1.2\n---\ndraft: true\n---\n", "2:1", "text precedes it"],
    ['import A from "a"\n\n---\ndraft: true\n---\n', "3:1", "text precedes it"],
    ["Title\n=====\n\ndraft: true\n\n", "4:1", "it is not between two lines"],
    ["Title\n---\ndraft: true\n---\n", "3:1", "no line that is just `---` opens it"],
    ["---\ntitle: x\n---\n\ndraft: true\n\n", "5:1", "YAML does not read it as a field"],
    ["---\n---\n# Title\n\nauthor: A\n\npublish: no\n", "7:1", "YAML does not read it as a field"],
    ["---\ntitle: x\n...\n\ndraft: true\n\n", "1:1", "is never closed"],
    ["- title: x\n- draft: true\n", "2:1", "YAML does not read it as a field"],
    ["A line.\n[private]: yes\n", "2:1", "YAML does not read it as a field"],
    ["1. title: x\n2. draft: true.\n", "2:1", "YAML does not read it as a field"],
    ["* * *\n\n**Draft:** yes\n", "3:1", "YAML does not read it as a field"],
    [
      "![[cover.png]]\n\n---\ntitle: x\ndraft: true\n---\n",
      "5:1",
      "YAML does not read it as a field",
    ],
    ["```\ntitle: x\ndraft: true\n```\n", "1:1", "its first line is not just `---`"],
    ["---publish no\n---\n", "1:1", "its first line is not just `---`"],
    ["***\ndraft: true\n***\n", "1:1", "its first line is not just `---`"],
    ["___\r\ntitle: x\r\n\r\npublish: no\r\n___\r\n", "1:1", "its first line is not just"],
    ["===\ndraft: not yet done\n===\n", "1:1", "its first line is not just `---`"],
    ["~~~\ntitle = 'x'\ndraft = 1\n~~~\n", "1:1", "its first line is not just `---`"],
    ["...\ndraft: true\n...\n", "1:1", "its first line is not just `---`"],
    ["---\ntext: |\n  ---\ndraft: true\n--x\n", "1:1", "is never closed"],
    ["# A heading\n\ntitle: x\ndraft: true\n\n", "3:1", "it is not between two lines"],
    ["#a/tag\n\n---\npublish: false\n---\n", "3:1", "text precedes it"],
    ["%%\na comment\n%%\n\ndraft = true\n\n", "5:1", "it is not between two lines"],
    ["---toml\ndraft = true\n---\n", "1:1", "Front matter that opens with"],
    ["+++\ntitle = 'x'\nprivate; true\n+++\n", "1:1", "TOML front matter"],
    ["----\nmeta: x, is_public: not yet\n---\n", "1:1", "its first line is not just `---`"],
    ["---\ntext: |\n  a\n  draft: true\n---\n", "4:1", "YAML does not read it as a field"],
    ["---\nmeta: { x: { Draft/ 1 } }\n---\n", "2:1", "YAML does not read it as a field"],
    ["<!-- draft: true -->\n", "1:1", "YAML does not read it as a field"],
    ["---\ntitle: x\n---\n%% publish: no %%\n", "4:1", "YAML does not read it as a field"],
    ["| Title | x |\n|---|---|\n| Draft | yes |\n", "3:1", "YAML does not read it as a field"],
    ["% A title\n% An author\n\ndraft: true\n\n", "4:1", "it is not between two lines"],
    ["%%%\ndraft: true\n%%%\n", "1:1", "its first line is not just `---`"],
    ["```{yaml}\ndraft: true\n```\n", "1:1", "its first line is not just `---`"],
    ["---\ntitle: x\n---\n```yaml\ndraft: true\n```\n", "4:1", "only the block above it is read"],
    ["---\ntitle: x\n draft:true # wip\n---\n", "3:1", "YAML does not read it as a field"],
    [
      "Words.\n\n---\ntext: |\n  a\n\n  b\nprivate: yes # c\n---\n",
      "8:1",
      "YAML does not read it as a field",
    ],
    ["---\nkey: &key draft\n*kye : true\n---\n", "3:1", "refers to a text above it"],
    ["# Title\n\n---\n1st: x\nmeta: { publish: later }\n---\n", "3:1", "text precedes it"],
    ["%% x %%\n---\n!!str draft: later\n---\n", "2:1", "text precedes it"],
    ["---\ntitle: x\n---\n---\n? draft\n: yes\n---\n", "4:1", "only the block above it is read"],
    ["+++\nextra.private = true\n+++\n", "1:1", "TOML front matter"],
    [`---\ndraft: true\nlong: ${"x".repeat(100_000)}\n---\n`, "1:1", "longer than 100 kB"],
  ];

  test.each([
    "",
    "strict: true\nrules: { front-matter-missing: off, broken-link: off, missing-title: off, missing-summary: off }\n",
  ])("with a warning that says what is wrong: %j", async (config) => {
    const fileOf = (i: number) => `n${String(i).padStart(2, "0")}.md`;
    const heads = DAMAGED.map(([head], i) => [fileOf(i), `${head}Secret text.\n`]);
    const links = DAMAGED.map((_, i) => `[[${fileOf(i)}]]\n`).join("");
    const files = { ...Object.fromEntries(heads), "other.md": links, "collections.yaml": config };
    const { notes, problems, messages } = await served(vault(files));
    expect(Object.keys(notes)).toEqual(["other.md"]);
    expect(JSON.stringify(notes)).not.toContain("(/");
    expect(problems.slice(0, DAMAGED.length)).toEqual(
      DAMAGED.map(([, place], i) => `${fileOf(i)}:${place} warning draft-front-matter`),
    );
    for (const [i, [, , message]] of DAMAGED.entries()) {
      expect(messages[i]).toContain(message);
      expect(messages[i]).toMatch(/The note is left out, because it may be a draft\.$/);
    }
  });
});

describe("other notes are served", () => {
  test.each([
    ["---\ntags: x\n---\nIt has:\n- A [[Private Key]]\n- b\n```\nc\n```\n"],
    ["---\ndraft: false\n---\n"],
    ["---\ndraft:\n---\n"],
    ["---\npublished: 2024-01-02\n---\n"],
    ["---\npublished: No Starch Press\n---\n"],
    ["---\ntitle: x\n# draft: true\n---\n"],
    ["---\ntitle: x\ntags: [draft, publish]\nsummary: 'Draft: how to publish'\n---\n"],
    ["---\nsummary: |\n  publish: often\npublisher: x\nunpublished: x\n---\n"],
    ["---\nDRAFT: 0\npublish: y\nmeta: { draft: n }\n---\n"],
    ["---\ntitle: x\n---\n---\n\nOften published.\n\n---\n"],
    ["---\ntitle: x\n---\n# Draft\n\nPublished: 2024\n\n"],
    ["---\n\nOne.\n\nTwo.\n\nThree, as published.\n\n"],
    ["```js\npublish()\n```\n"],
    ["***\nPublished prose.\n***\n"],
    ["```\npublish()\n```\n"],
    ["---\nprivate: false\nisDraft:\npublic: yes\ndg-publish: true\n---\n"],
    ["author:: draft\npublished:: 2024\n"],
    ["Note: we publish it\nand more.\n"],
    ["---\ntitle: x\n---\n\nDraft: true is a setting.\n"],
    ["---\n\nA break.\n\n```yaml\ndraft: true\n```\n"],
    ["# Title\n\n---\n- publish it\n- note it\n---\n"],
    ["# Settings\n\n- title: x\n- draft: true or false\n"],
    ["---\ntitle: x\n---\n\nPublisher: No Starch\nPublished: 2001\nDraft:\n\n"],
    ["Words.\n\ndraft: true\n\n"],
    ["Set it:\n```yaml\ndraft: true\n```\n"],
    ["+++\ntitle = 'x'\npublic = true\nprivate = false\n+++\n"],
    ["---\ntitle: A: B\npublication: x\ntags:\n- public benefits\n---\n"],
    ["---\ntitle: x\n# meta: (draft: true)\n---\n"],
    ["Drafts: true stories\n"],
    ["- Draft: no.\n"],
    ["# Title\n\n```\ntopic: publish\n```\n"],
    ["Words.\n\n---\nDraft: an early version\nPublisher: x\n---\n"],
    ["---\ntitle: x\n---\n\nWords.\n\n---\ndraft: true\n---\n"],
  ])("%j", async (text) => {
    expect((await one(`${text}Text.\n`)).notes["n.md"]).toBeDefined();
  });
});

test.each(["draft:: true\nText.\n", "\n- public:: no\n- x\n", "private:: true"])(
  "a property at the top of the text keeps a note in: %j",
  async (text) => {
    expect(Object.keys((await one(text)).notes)).toEqual(["other.md"]);
  },
);

test("a folder `_drafts` is left out, and links to its notes say so", async () => {
  const files = { "blog/_drafts/n.md": "Text.", "_drafts/m.md": "Text.", "x_drafts/o.md": "[[n]]" };
  const { notes, problems, messages } = await served(vault(files));
  expect(Object.keys(notes)).toEqual(["x_drafts/o.md"]);
  expect(problems).toEqual(["x_drafts/o.md:1:1 warning broken-link"]);
  expect(messages[0]).toContain("draft");
});

test("marks by which other tools hide notes are one warning, and no hint offers to publish them", async () => {
  const files = {
    "a.md": "---\nunlisted: true\n---\n",
    "b.md": "---\nhidden: yes\nprivate: no\npublic: yes\n---\n",
    "c.md": "---\nhidden: yes\n---\n",
    "d.md": "---\nstatus: Draft\n---\n",
    "e.md": "---\npublishDate: 2999-01-01\n---\n",
    "f.md": "---\nhidden: false\nunlisted:\nstatus: done\npublishDate: 2001-01-01\n---\n",
  };
  const { problems, hint } = await vault(files).build();
  expect(problems.map(brief)).toEqual(["a.md:1:1 warning hidden-elsewhere"]);
  expect(problems[0]?.message).toBe(
    "5 notes are published that other tools would hide: unlisted: true (in 1), hidden: yes (in 2), status: Draft (in 1), a later publishDate (in 1). To leave such notes out, write `draft: true` in them, or list them under `ignore:` in collections.yaml.",
  );
  expect(hint).toBeUndefined();

  const declared = { ...files, "collections.yaml": "fields: { status: {} }" };
  expect((await vault(declared).build()).problems[0]?.message).toMatch(/^4 notes are/);
});

/** Front matter of any kind with one claim somewhere in it. */
const other = fc.constantFrom(
  "title: Heap",
  'summary: "A: b"',
  "published:",
  "tags: [a, b]",
  "aliases:\n  - Pile\n  - 'Heap, binary'",
  "summary: |\n  First line.\n\n  Third: line.",
  "description: >-\n Folded\n text",
  "note: several\n  lines",
  "# a comment: here",
  "",
  "date: 2024-01-02",
  "base: &base { a: b }\nmore:\n  <<: *base",
  "? key\n: value",
  "rating: 3 # of 5",
  "empty: ~",
  '"quoted key" : x',
  "list:\n- a: b\n  c: d\n-\n  - e",
  "flow: { a: [1, 2],\n  b: { c: d } }",
  "été: 日本",
);
const word = fc.constantFrom(
  "draft",
  "Draft",
  "DRAFT",
  '"draft"',
  "'draft'",
  "draft ",
  "ｄｒａｆｔ",
  "draft@",
);
const draft = fc
  .tuple(
    word,
    fc.constantFrom(
      "true",
      "yes",
      "on",
      "1",
      "y",
      "TRUE",
      "'true'",
      "maybe",
      "[x]",
      "{}",
      "2024-01-01",
      '"1"',
      "!!bool true",
      "&a true",
      "true # yes",
    ),
  )
  .map(([key, value]) => `${key}: ${value}`);
const withheld = fc
  .tuple(
    fc.constantFrom("publish", "published", "Publish", '"published"', "_publish_"),
    fc.constantFrom("false", "no", "off", "0", "n", "FALSE", '"false"', "No"),
  )
  .map(([key, value]) => `${key}: ${value}`);
const claim = fc
  .tuple(
    fc.oneof(
      draft,
      withheld,
      fc.constantFrom("publish: soon", "? draft\n: true", '"dr\\u0061ft": true'),
    ),
    fc.constantFrom("", "", "", "meta", "list"),
  )
  .map(([line, parent]) => {
    if (parent === "meta") return `meta:\n  ${line.replace("\n", "\n  ")}\n  other: x`;
    return parent === "list" ? `list of:\n  - x: y\n  - ${line.replace("\n", "\n    ")}` : line;
  });
const others = fc.array(other, { maxLength: 4 });
const sound = fc
  .tuple(others, claim, others, fc.constantFrom("\n", "\n", "\r\n"))
  .map(([before, own, after, lineEnd]) =>
    // Keys once each.
    ["---", ...new Set([...before, own, ...after]), "---", "Body.\n"]
      .join("\n")
      .replaceAll("\n", lineEnd),
  )
  .filter((text) => parsed(text) !== undefined);

/** Front matter as the YAML library reads it; undefined unless it is sound. */
function parsed(text: string): unknown {
  const [, yaml] = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (yaml === undefined) return undefined;
  try {
    const document = parseDocument(yaml, { schema: "failsafe", logLevel: "error" });
    const { contents, errors } = document;
    const isSound = errors.length === 0 && (contents === null || isMap(contents));
    return isSound ? (document.toJS() ?? {}) : undefined;
  } catch {
    return undefined;
  }
}

const runs = (usual: number) => ({ numRuns: Number(process.env.DRAFT_RUNS ?? usual) });

test("whatever is around its claim, a draft with sound front matter is left out without a problem", () => {
  fc.assert(
    fc.property(sound, (text) => {
      const { isDraft, errors } = readFrontMatter(text);
      expect([text, isDraft]).toEqual([text, true]);
      const isClear = !/maybe|\[x\]|\{\}|2024-01-01|soon/.test(
        text.replace("date: 2024-01-02", ""),
      );
      if (isClear) expect([text, errors]).toEqual([text, []]);
    }),
    runs(300),
  );
});

/** The letters of what keeps a note in. */
const LETTERS = /draft|publish/i;
const lettersOf = (text: string) => text.normalize("NFKC").replace(/[^\p{L} ]/gu, "");

/** Whether sound front matter claims nothing any more: its claim has become a comment, text, or another key. */
function claimsNothing(value: unknown, key = ""): boolean {
  const name = lettersOf(key).replaceAll(" ", "").toLowerCase();
  if (typeof value === "object" && value !== null) {
    if (/^(?:draft|publish)$/.test(name)) return false;
    return Object.entries(value).every(([own, each]) =>
      claimsNothing(each, Array.isArray(value) ? key : own),
    );
  }
  const text = String(value ?? "")
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
  const isNo = /^(?:false|no|off|n|0)$/i.test(text);
  const isYes = /^(?:true|yes|on|y|1)$/i.test(text);
  if (String(value ?? "").trim() === "" || value === "~") return true;
  return name === "draft" ? isNo : name === "publish" ? isYes : name === "published" ? !isNo : true;
}

test("whatever damages the top of a draft, it is left out", () => {
  const damage = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom("insert", "delete", "replace", "swap"),
    character: fc.oneof(
      fc.constantFrom(
        ..."\ufeff\u200b\u00a0\u00ad\u2060\0\v\f \t\n\r\u2028-:'\"{}[],*?!&%\\`#|>@~=+axyzAXYZ019",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(sound, fc.array(damage, { minLength: 1, maxLength: 2 }), (whole, damages) => {
      let text = whole;
      for (const { at, kind, character } of damages) {
        const units = [...text];
        const offset = at % (units.length - 6);
        const [first = "", second = ""] = units.slice(offset);
        const [length, added] = {
          insert: [0, character],
          delete: [1, ""],
          replace: [1, character],
          swap: [2, second + first],
        }[kind] as [number, string];
        units.splice(offset, length, added);
        text = units.join("");
      }
      text = text.replace(/^\ufeff/, "");
      const top = text.replace(/Body\.\r?\n$/, "");
      const isGone = !LETTERS.test(lettersOf(top));
      const value = parsed(text);
      if (isGone || (value !== undefined && claimsNothing(value))) return;
      expect([JSON.stringify(text), readFrontMatter(text).isDraft]).toEqual([
        JSON.stringify(text),
        true,
      ]);
    }),
    runs(1000),
  );
});
