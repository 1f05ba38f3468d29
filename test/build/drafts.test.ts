import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFrontMatter } from "../../scripts/notes/front-matter.ts";
import { served } from "./served.ts";
import { vault } from "./vault.ts";

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
  ])("without a problem: %j", async (lines) => {
    const { notes, problems } = await one(`---\n${lines}\n---\nText.\n`);
    expect(Object.keys(notes)).toEqual(["other.md"]);
    expect(problems.filter((problem) => problem.startsWith("n.md"))).toEqual([]);
  });

  const DAMAGED: [head: string, place: string, message: string][] = [
    ["---\ntitle: A: B\ndraft: true\n---\n", "2:8", "The value contains a colon"],
    ["---\ntitle: 'open\ndraft: true\n---\n", "2:8", "quote opened in line 2 never closes"],
    ["---\ntitle: x\n\ndraft: true\n\n", "1:1", "is never closed"],
    ["---\ntitle: Heap\n draft:true\n---\n", "1:1", "YAML does not read it as a field"],
    ["---\ntitle: x\n---\n\n---\ndraft: true\n---\n", "1:1", "YAML does not read it as a field"],
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
    ["+++\ndraft = true\n+++\n", "1:1", "TOML front matter"],
    ["---toml\ndraft = true\n---\n", "1:1", "Front matter that opens with"],
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
    ["---\ndraft: false\n---\n"],
    ["---\ndraft:\n---\n"],
    ["---\npublished: 2024-01-02\n---\n"],
    ["---\npublished: No Starch Press\n---\n"],
    ["---\ntitle: x\n# draft: true\n---\n"],
    ["---\ntitle: x\n---\n\nDraft: true is a setting.\n"],
    ["---\n\nA break.\n\n```yaml\ndraft: true\n```\n"],
    ["# Settings\n\n- title: x\n- draft: true\n"],
    ["+++\ntitle = 'draft = true'\n+++\n"],
    ["Drafts: true stories\n"],
  ])("%j", async (text) => {
    expect((await one(`${text}Text.\n`)).notes["n.md"]).toBeDefined();
  });
});

/** Damages to the text between a file's start and its body that leave the words of the claim alone. */
const ODD = [
  ..."\ufeff\u200b\u00a0\u00ad\u2060 \t\n\r\u2028-:'\"{[*?!&%\\`",
  ...["---\n", "+--\n", "> "],
];

test("whatever damages the top of a draft, it is left out", () => {
  const claim = fc.constantFrom(
    "draft: true",
    "Draft: Yes",
    "publish: false",
    "published:  NO",
    '"draft": "on"',
  );
  const line = fc.constantFrom(
    "title: Heap",
    "tags: [a, b]",
    "aliases:\n  - Pile",
    "summary: A: b",
    "# note",
    "date: 2024-01-02",
  );
  const top = fc
    .tuple(fc.array(line, { maxLength: 3 }), claim, fc.array(line, { maxLength: 3 }))
    .map(([before, own, after]) => ["---", ...before, own, ...after, "---", ""].join("\n"));
  const damage = fc.record({
    at: fc.nat(),
    removed: fc.constantFrom(0, 0, 0, 1),
    added: fc.constantFrom("", ...ODD),
    lineEnds: fc.constantFrom("\n", "\n", "\n", "\r\n", "\r"),
  });
  fc.assert(
    fc.property(top, fc.array(damage, { maxLength: 2 }), (sound, damages) => {
      let text = sound;
      for (const { at, removed, added, lineEnds } of damages) {
        const offset = at % text.length;
        const cut = text.slice(offset, offset + removed);
        if (added.endsWith("-\n") && text[offset - 1] !== "\n") continue;
        // Words are part of the claim, and a line that begins with a comment claims nothing.
        if (
          /[\p{L}\p{N}]/u.test(cut) ||
          (/\p{L}$/u.test(text.slice(0, offset)) && /^\p{L}/u.test(text.slice(offset)))
        )
          continue;
        if (/[\n\r]/.test(cut) || (cut === ":" && added !== "")) continue;
        text = (text.slice(0, offset) + added + text.slice(offset + removed)).replace(
          /\r\n|\n|\r/g,
          lineEnds,
        );
      }
      expect([JSON.stringify(text), readFrontMatter(`${text}Body.\n`).isDraft]).toEqual([
        JSON.stringify(text),
        true,
      ]);
    }),
    { numRuns: Number(process.env.DRAFT_RUNS ?? 1000) },
  );
});
