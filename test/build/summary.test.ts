import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsedSummary } from "../../scripts/notes/parsed-summary.ts";
import { summarize } from "../../scripts/notes/summarize.ts";
import { scanMarkdown } from "../../scripts/wikilinks/scan.ts";
import { documents } from "../wikilinks/documents.ts";

describe("a summary from the first lines is that of a parse of the whole", () => {
  test("whatever the lines hold", () => {
    fc.assert(
      fc.property(documents, fc.constantFrom("", "a ", "# a\n\n", "a [[b]] c "), (rest, first) => {
        const body = first + rest;
        const scan = scanMarkdown(body);
        expect(summarize(body, scan)).toBe(parsedSummary(body, scan));
      }),
      { numRuns: 5000, seed: 2026 },
    );
  });

  test("a blank line more at the end says nothing", () => {
    fc.assert(
      fc.property(documents, (lines) => {
        const body = `${lines}\n`;
        const [scan, more] = [scanMarkdown(body), scanMarkdown(`${body}\n`)];
        expect(more).toEqual(scan);
        expect(summarize(`${body}\n`, more)).toBe(summarize(body, scan));
      }),
      { numRuns: 3000, seed: 2026 },
    );
  });

  test.each([
    ["# a\n\n```\nb\n```\n\nc [[d#e]] and [[f|g]].\nh\n", "c d > e and g. h"],
    ["a *b* `c` ![d](e) [f](g) &amp;\n", "a b c f &"],
    ["![](a)\n\nb\n", "b"],
    ["[[C#]] and [[C##d]].\n", "C# and C# > d."],
    ["![[a]] b\n", "b"],
    ["[[a|# b]] c\n", "# b c"],
    ["[[a|1. b]] c\n", "1. b c"],
    ["a[[b|_c_]]d\n", "acd"],
    ["a\n![[b]]\nc `d`\n", "a c d"],
    ["![[a]] # b\n", "# b"],
    ["![[a]]\n\n> [[b]] *c*\n", "b c"],
    ["[a][[b]] <c>\n", "[a]b"],
    ["a [b][c] [[d]][^1]\n\n[c]: /e\n\n[^1]: f\n", "a b d"],
    ["| [[a|b]] |\n|---|---|\n\nc\n", "c"],
    ["a = [[]] b\n", "a = [[]] b"],
    ["[[]]    a\n", "[[]] a"],
    ["a\n===\n\nb\n", "b"],
    ["- a\n\nb\n", "b"],
    ["- a\n- b\n\n> c\nd\n\n| e |\n|---|\n| f |\n\ng\n", "g"],
    ["- a\n", "a"],
    ["a [b]\n\n[b]: /c\n", "a b"],
    ["[a]: /b\n\nc\n", "c"],
    ["# a\n", ""],
    ["#a #b/c\n\nd #e\n", "d #e"],
    ["# a\n\n#b, #c\n#d\n\n[[e]]\n", "e"],
    ["#a\n\n- #b\n- c\n", "c"],
    [`${"#a ".repeat(200)}\n\nb\n`, "b"],
    ["#a\n", ""],
    ["#12 #3\n\nb\n", "#12 #3"],
    ["#a: b\n\nc\n", "#a: b"],
  ])("%j", (body, summary) => {
    expect(summarize(body, scanMarkdown(body))).toBe(summary);
  });
});

describe("hostile bodies are summarized in time that grows with their length", () => {
  test.each([
    ["embeds", "![[a]]\n\n".repeat(150_000)],
    ["embeds in items", "- ![[a]]\n".repeat(150_000)],
    [
      "embeds and definitions",
      `${"![[a]] [](b)\n\n".repeat(20_000)}${"[a]: /b\n\n".repeat(20_000)}`,
    ],
  ])("%s", (_, body) => {
    expect(summarize(body, scanMarkdown(body))).toBe("");
  });
});
