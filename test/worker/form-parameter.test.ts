import fc from "fast-check";
import { expect, test } from "vitest";
import { formParameter } from "../../worker/http/form-parameter.ts";

const ROWS: [query: string, value: string | null | undefined, why: string][] = [
  ["q=hash", "hash", "the parameter"],
  ["q=hash+table", "hash table", "a plus is a space"],
  ["q=hash%20table", "hash table", "an encoded space"],
  ["q=c%2B%2B", "c++", "an encoded plus"],
  ["q=a=b", "a=b", "an equals sign in the value"],
  ["q=a%26b", "a&b", "an encoded ampersand"],
  ["q=a&q=b", "a", "the first of two"],
  ["q=&q=b", "", "the first, though empty"],
  ["q", "", "without an equals sign"],
  ["q&q=b", "", "the first, though without an equals sign"],
  ["a=1&q=b&c=2", "b", "among others"],
  ["%71=x", "x", "an encoded name"],
  ["&&q=x&", "x", "empty parameters"],
  ["", undefined, "an empty query"],
  ["Q=x", undefined, "another name: case counts"],
  ["qq=x&xq=y", undefined, "longer names"],
  ["a=q=x", undefined, "a value that looks like it"],
  ["q=caf%C3%A9", "café", "UTF-8"],
  ["q=café", "café", "not encoded"],
  ["q=%00", "\0", "NUL"],
  ["q=100%", null, "a percent sign alone"],
  ["q=%ZZ", null, "no hexadecimal digits"],
  ["q=%FF", null, "no UTF-8"],
  ["q=%ED%A0%80", null, "a surrogate"],
  ["%ZZ=1&q=x", "x", "a malformed name of another"],
  ["a=%ZZ&q=x", "x", "a malformed value of another"],
  ["q=x&q=%ZZ", "x", "a malformed value of the second"],
];

test.each(ROWS)("%s → %s: %s", (query, value) => {
  expect(formParameter(query, "q")).toBe(value);
});

test("what a form sends is read as URLSearchParams reads it", () => {
  const pair = fc.tuple(fc.constantFrom("q", "a", "qq", "é"), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const parameters = new URLSearchParams(pairs);
      expect(formParameter(parameters.toString(), "q")).toBe(parameters.get("q") ?? undefined);
    }),
  );
});
