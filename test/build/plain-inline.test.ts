import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTree } from "../../scripts/notes/parse-tree.ts";
import { plainInline } from "../../scripts/notes/plain-inline.ts";
import { plainText } from "../../scripts/notes/plain-text.ts";

/** In one line: the parser leaves spaces out around line ends. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

describe("words in stars and code are read as the parser reads them", () => {
  const parts = [
    "a",
    "B c",
    "é",
    "1",
    "*",
    "**",
    "***",
    "`",
    "``",
    "*d*",
    "**e f**",
    "`g`",
    "`* `",
  ];
  const spaces = [
    " ",
    " ",
    " ",
    "",
    "\n",
    "  \n",
    "\u00a0",
    "\u2028",
    ",",
    ". ",
    "(",
    ")",
    "_",
    "\\",
    "-",
    " > ",
    ">",
    " & ",
    "&",
    "&amp;",
    "_b",
  ];
  const words = fc.oneof(fc.constantFrom("*d*", "**e f**", "`g`", "h"), fc.constantFrom(...parts));
  test("whatever is beside them", () => {
    let plain = 0;
    const inline = fc
      .array(fc.tuple(words, fc.constantFrom(...spaces)), { maxLength: 8 })
      .map((pairs) => `x ${pairs.flat().join("")}`);
    fc.assert(
      fc.property(inline, (markdown) => {
        // What begins a list is no inline Markdown.
        fc.pre(!/\n\s*(?:[*-]|\d)/.test(markdown));
        const text = plainInline(markdown);
        if (text === undefined) return;
        if (/[*`]/.test(markdown)) plain++;
        expect(flat(text)).toBe(flat(plainText(parseTree(markdown))));
      }),
      { numRuns: 5000, seed: 2026 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  test.each([
    ["a *b c*, **d** `e*` f", "a b c, d e* f"],
    ["a b", "a b"],
    ["a *b", undefined],
    ["a*b* c", undefined],
    ["a *b*c", undefined],
    ["a _b_", undefined],
    ["a_b > c & d, e& f", "a_b > c & d, e& f"],
    ["a &amp; b", undefined],
    ["a *b [c]*", undefined],
    ["a `b``", undefined],
  ])("%j", (markdown, text) => expect(plainInline(markdown)).toBe(text));
});
