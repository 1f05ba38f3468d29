import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPlainYaml } from "../../scripts/notes/plain-yaml.ts";
import { type Field, readYaml } from "../../scripts/notes/yaml.ts";

/** The parts of a field that notes and messages use. */
function used({ keyStart, start, text, comment, items }: Field): unknown {
  return { keyStart, start, text, items: items?.map(used), comment };
}

/** Whether the text is plain; if so, checks that the YAML parser reads the same from it. */
function isPlain(yaml: string): boolean {
  const plain = readPlainYaml(yaml);
  if (plain === undefined) return false;
  const { fields, faults, isProse } = readYaml(yaml);
  expect({ faults, isProse }).toEqual({ faults: [], isProse: false });
  expect([...plain.fields].map(([key, field]) => [key, used(field)])).toEqual(
    [...fields].map(([key, field]) => [key, used(field)]),
  );
  return true;
}

const WORDS = [
  ..."a|B c|é|日本|😀|x-y|1|0|-1|007|1.10|1.|.5|1e3|0x1f|0o7|12:30|2024-01-02|2024-1-2|3D|10 km".split(
    "|",
  ),
  ..."true|False|TRUE|tRue|null|NULL|~|yes|Off|.inf|.nan|nan|=|<<|a, b|a: b|a:b|a:|a #b|a#b|#a".split(
    "|",
  ),
  ..."[[x]]|{a}|&a|*a|!t|%x|@x|`x`|>|>-|-|- a|- - a|?|? a|:|: a|a - - b|'|''|a'b|a\"b|\\|\\n".split(
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
const block = fc
  .constantFrom("\n", "\n", "\r\n")
  .chain((end) =>
    fc
      .array(pair(end), { minLength: 1, maxLength: 5 })
      .map((pairs) => `   ${pairs.map((each) => end + each).join("")}`),
  );

describe("simple lines of keys and values are read as the YAML parser reads them", () => {
  test("whatever they contain", () => {
    let plain = 0;
    fc.assert(
      fc.property(block, (yaml) => {
        if (isPlain(yaml)) plain++;
      }),
      { numRuns: 5000, seed: 2026 },
    );
    expect(plain).toBeGreaterThan(400);
  });
});
