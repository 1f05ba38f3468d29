import fc from "fast-check";
import { expect, test } from "vitest";
import type { Field } from "../../scripts/notes/field.ts";
import { readPlainYaml } from "../../scripts/notes/plain-yaml.ts";
import { readYaml } from "../../scripts/notes/yaml.ts";

/** The end of a list is not used: some parsers count the line break after it. */
function used({ items, end, ...field }: Field): unknown {
  return { ...field, end: items ? undefined : end, items: items?.map(used) };
}

/** Whether the text is plain; if so, checks that the YAML parser reads the same from it. */
function isPlain(yaml: string): boolean {
  const plain = readPlainYaml(yaml);
  if (plain === undefined) return false;
  const { fields, errors, isText } = readYaml(yaml);
  expect({ errors, isText }).toEqual({ errors: [], isText: false });
  const shown = (of: typeof fields) => Array.from(of, ([key, field]) => [key, used(field)]);
  expect(shown(plain.fields)).toEqual(shown(fields));
  return true;
}

const WORDS =
  `a,b c,C++ (x),é,日本,😀,x-y,007,1.10,.5,1e3,12:30,2024-01-02,true,null,NULL,~,<<,a: b,a:b,a:,
  a #b,a#b,#a,[[x]],[x],{a},&a,*a,!t,%x,@x,>,|,-,- a,---,...,?,? a,:,: a,',a'b,"a" b,'it''s',"\\u0041",
  \t,a\tb,\u00a0,a\u00a0,\u2028,\u0085,\ufeff,\ufdd0,\u0007,\ud83d`.split(/,\n? */);
const word = fc.constantFrom(...WORDS, "");
const scalar = fc.oneof(
  fc.constantFrom("a", "b c", "é", "12"),
  word,
  word.map((text) => `"${text}"`),
  word.map((text) => `'${text}'`),
);
const listed = fc.oneof(
  scalar,
  fc.constantFrom("null", "C#", "a b", "a #b", "a.b/c-d_e+", "Null "),
);
const comma = fc.constantFrom(", ", ",", " , ", ",  ");
const list = fc
  .tuple(fc.array(listed, { maxLength: 3 }), comma, fc.constantFrom("", "", " ", ",", " x"))
  .map(([items, between, last]) => `[${items.join(between)}${last}]`);
const indent = fc.constantFrom("", "", "", "  ", " ");
const key = fc.constantFrom("a", "b", "c", "tags", "日本", "a b", "__proto__", "true", "null", "1");
const line = fc.oneof(
  fc.tuple(key, indent, scalar).map((parts) => `${parts[0]}: ${parts[1]}${parts[2]}`),
  fc.tuple(key, list).map(([name, items]) => `${name}: ${items}`),
  fc.tuple(key, indent).map((parts) => `${parts[0]}:${parts[1]}`),
  fc.tuple(indent, scalar).map(([before, value]) => `${before}- ${value}`),
  fc.constantFrom("# c", "", " ", "  more", "--- ", "-"),
);

test("front matter that is read without the YAML parser is read as it would read it", () => {
  let plain = 0;
  const block = fc.tuple(
    fc.constantFrom("\n", "\r\n"),
    fc.array(line, { minLength: 1, maxLength: 5 }),
  );
  const property = fc.property(block, ([end, lines]) => {
    if (isPlain(["   ", ...lines].join(end))) plain++;
  });
  fc.assert(property, { numRuns: 5000 });
  expect(plain).toBeGreaterThan(400);
});

test.each([
  "title: C# and F#, a:b\ntags:\n  - a\n  - c d\nlink: https://a.b/c?d#e\ndate: 2024-01-02",
  "title: A\ntags: [graphs, depth first, C#, \"a, b\", 'c', é.f/g-h_i+]\naliases: []\nx: [ a,b ]",
  'title: "A: b"\nother: \'A "b"\'\naliases:\ntags:\n- はい\n- 👋 A'.replace("👋", "b👋"),
])("most front matter is read without the YAML parser: %j", (lines) => {
  expect(isPlain(`   \n${lines}`)).toBe(true);
});
