import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainFrontMatter } from "../../scripts/notes/plain-front-matter.ts";
import { readYaml } from "../../scripts/notes/read-yaml.ts";

const LONGEST = 100_000;
const FENCE = "---".length;

/** What the YAML parser makes of the same front matter. */
function byYaml(text: string, bodyStart: number) {
  const closing = text.lastIndexOf("\n---", bodyStart);
  const yaml = text.slice(FENCE, closing).replace(/\r$/, "");
  return readYaml(yaml, FENCE);
}

function expectSame(text: string): boolean {
  const plain = plainFrontMatter(text, LONGEST);
  if (plain === undefined) return false;
  const { fields, keyStarts, faults, isProse } = byYaml(text, plain.bodyStart);
  expect({ faults, isProse }).toEqual({ faults: [], isProse: false });
  expect([...plain.fields]).toStrictEqual([...fields]);
  expect([...plain.keyStarts]).toEqual([...keyStarts]);
  return true;
}

const WORDS = [
  ..."a|B c|é|日本|😀|x-y|1|0|-1|007|1.10|1.|.5|1e3|0x1f|0o7|12:30|2024-01-02|2024-1-2|3D|10 km".split(
    "|",
  ),
  ..."true|False|TRUE|tRue|null|NULL|~|yes|Off|.inf|.nan|nan|=|<<|a, b|a: b|a:b|a:|a #b|a#b|#a".split(
    "|",
  ),
  ..."[[x]]|{a}|&a|*a|!t|%x|@x|`x`|>|>-|-|- a|- - a|?|? a|:|: a|a - - b|'|''|a'b|a\"b|\\|\\n|\ud83d".split(
    "|",
  ),
  "",
  " ",
  "\t",
  "|",
  "a\tb",
  "\u00a0",
  "\u2028",
  "\u0085",
  "\ufeff",
  "\ufdd0",
  "\u0007",
  "---",
  "...",
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b c", "é", "12", "true", "C++ (x), [y]", "a:b#c") },
  fc.constantFrom(...WORDS),
);
const quoted = fc.oneof(
  word.map((text) => `"${text}"`),
  word.map((text) => `'${text}'`),
  fc.constantFrom('"a\\"b"', '"\\\\"', '"\\u0041"', "'it''s'", '"a" b', '"a'),
);
const scalar = fc.oneof({ weight: 3, arbitrary: word }, quoted);
const spaces = fc.constantFrom("", "", "", " ", "  ");
const flow = fc
  .array(fc.tuple(spaces, scalar, spaces), { maxLength: 4 })
  .chain((items) =>
    fc.constantFrom(
      `[${items.map((item) => item.join("")).join(",")}]`,
      `[${items.map((item) => item.join("")).join(",")},]`,
      `[${items.map((item) => item.join("")).join(", ")}`,
    ),
  );
const lines = (end: string) =>
  fc
    .tuple(spaces, fc.array(fc.tuple(spaces, scalar, spaces), { minLength: 1, maxLength: 4 }))
    .map(([indent, items]) =>
      items.map(([before, item, after]) => `${end}${indent}- ${before}${item}${after}`).join(""),
    );
const key = fc.constantFrom("a", "b", "tags", "日本", "a b", "__proto__", "true", "x-y", "1", "-a");
const pair = (end: string) =>
  fc.oneof(
    fc
      .tuple(key, spaces, scalar, spaces)
      .map(([name, before, value, after]) => `${name}: ${before}${value}${after}`),
    fc.tuple(key, flow, spaces).map(([name, value, after]) => `${name}: ${value}${after}`),
    fc.tuple(key, spaces, lines(end)).map(([name, after, value]) => `${name}:${after}${value}`),
    fc.tuple(key, spaces).map(([name, after]) => `${name}:${after}`),
    fc.constantFrom("# c", "", " ", "  more", "- x", "--- "),
  );
const frontMatter = fc
  .constantFrom("\n", "\n", "\r\n")
  .chain((end) =>
    fc
      .tuple(fc.array(pair(end), { minLength: 1, maxLength: 5 }), fc.constantFrom(end, ""))
      .map(([pairs, last]) => ["---", ...pairs, "---"].join(end) + last),
  );

describe("a plain front matter is read as the YAML parser reads it", () => {
  test("whatever stands in it", () => {
    let plain = 0;
    fc.assert(
      fc.property(frontMatter, (text) => {
        if (expectSame(text)) plain++;
      }),
      { numRuns: 5000, seed: 2026 },
    );
    expect(plain).toBeGreaterThan(400);
  });

  test.each([
    ["title: A\n"],
    ["title: A note: of it\n", false],
    ["title: C# and F#\n"],
    ["title: C #1\n", false],
    ['title: "A: b" \n'],
    ["title: 'A \"b\"'\n"],
    ['title: "say \\"so\\""\n'],
    ["title: 'it''s'\n", false],
    ["draft: false\n"],
    ["draft: True\n"],
    ["version: 1.10\n"],
    ["year: 2024\n"],
    ["date: 2024-01-02\n"],
    ["time: 12:30\n"],
    ["count: 007\n", false],
    ["mask: 0x1f\n", false],
    ["none: null\n", false],
    ["tags:\n"],
    ["tags: [a, 'b', \"c d\" , 4]\n"],
    ["tags: []\n"],
    ["tags: [a, b,]\n", false],
    ["tags: [a, [b]]\n", false],
    ["tags:\n- a\n- b\n"],
    ["tags:\n  - a\n  -\n  - c d\nnext: x\n"],
    ["tags:\n  - a\n  -\nnext: x\n", false],
    ["tags:\n  - a\n    - b\n", false],
    ["tags:\n  - a: b\n", false],
    ["title: A\n  and more\n", false],
    ["title: A\ntitle: B\n", false],
    ["true: A\nTrue: B\n", false],
    ["a: &x b\n", false],
    ["a: |\n  b\n", false],
    ["a: b # c\n", false],
    ["# c\na: b\n", false],
    ["a: b\n\nc: d\n", false],
    ["日本語: はい\n"],
    ["constructor: x\n__proto__: y\n"],
    ["title: 👋 A\n"],
  ])("%j", (yaml, isPlain = true) => {
    for (const end of ["\n", "\r\n"]) {
      expect(expectSame(`---\n${yaml}---\nBody`.replaceAll("\n", end))).toBe(isPlain);
    }
  });
});

describe("what is not certain to be plain is left to the parser", () => {
  test.each([
    [""],
    ["---\n"],
    ["---\n---\n"],
    ["---\ntitle: A\n"],
    ["---\ntitle: A\n--- \n"],
    ["---\ntitle: A\n----\n"],
    [" ---\ntitle: A\n---\n"],
    ["--- \ntitle: A\n---\n"],
    [`---\n${"a: b\n".repeat(3)}---\n`],
    [`---\ntitle: ${"x".repeat(LONGEST)}\n---\n`],
  ])("%j", (text) => {
    expect(plainFrontMatter(text, LONGEST)).toBeUndefined();
  });
});
