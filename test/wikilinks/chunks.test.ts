import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMath } from "../../scripts/wikilinks/find-math.ts";
import { findWikilinks } from "../../scripts/wikilinks/find-wikilinks.ts";
import { linkStructure } from "../../scripts/wikilinks/link-structure.ts";
import { readHeadings } from "../../scripts/wikilinks/read-headings.ts";
import { readStructure, type Structure } from "../../scripts/wikilinks/read-structure.ts";
import { documents } from "./documents.ts";

/** What a body says about links, by the structure it is taken to have. */
function scanBy(body: string, structure: Structure) {
  const math = body.includes("[[") ? findMath(body, structure) : [];
  const spans = [...structure.spans, ...math].sort((a, b) => a.start - b.start || b.end - a.end);
  const links = findWikilinks(body, { ...structure, spans });
  return { links, headings: readHeadings(body, structure.headings, links) };
}

function expectSame(body: string): void {
  expect(scanBy(body, linkStructure(body))).toEqual(scanBy(body, readStructure(body)));
}

/**
 * The parser takes no list below indented code that begins with 2, or with an empty item, for one, also
 * where definitions stand between.
 */
const LIST_AFTER_CODE =
  /^(?: {4}| *\t)[^\n]*(?:\r?\n(?:[ \t]*| {0,3}\[[^\n]*\]:[^\n]*))*\r?\n {0,3}(?:\d+[.)]|[-+*][ \t]*\r?$)/m;

describe("a body in chunks is read as the parser reads the whole", () => {
  test("whatever its lines hold", () => {
    fc.assert(
      fc.property(documents, (body) => {
        fc.pre(!LIST_AFTER_CODE.test(body));
        expectSame(body);
      }),
      { numRuns: 5000, seed: 2026 },
    );
  });

  test.each([
    ["an empty heading where it stands", "# a\n#\n## b\n"],
    ["code in a heading that holds backticks", "# `a``b` c\n"],
    ["a heading below text", "text\n# [[C]]\n[[C]]\n"],
    ["a heading by its underline", "a [[C]]\n===\nb\n---\n[[C]]\n"],
    ["a heading in an item", "- # [[C]]\n- a\n  ---\n"],
    ["code in an item", "-     [[C]]\n- a\n\n      [[C]]\n"],
    ["code below a break", "a\n ***\n    [[C]]\n"],
    ["code below a heading", "# a\n    [[C]]\n"],
    ["a fence that nothing closes", "a\n```\n\n[[C]]\n\n# a\n"],
    ["a fence that is closed by a longer one", "````\n```\n[[C]]\n`````  \n[[C]]\n"],
    ["a fence that a line of text cannot close", "```\n``` a\n[[C]]\n```\n[[C]]\n"],
    ["a fence in an item", "- a\n  ```\n\n  [[C]]\n  ```\n- [[C]]\n"],
    ["a fence below an item that it is not in", "1. a\n  ```\n\n[[C]]\n  ```\n"],
    ["a fence below a quote that an item held", "- a\n > b\n  ```\n\n[[C]]\n"],
    ["a fence below a number that begins no list", "a\n2. b\n   ~~~\n\n[[C]]\n"],
    ["a comment in one line", "a\n\n<!-- b -->\n# c\n\n[[C]]\n"],
    ["a fence in a quote", "> ```\n> [[C]]\n\n[[C]]\n"],
    ["HTML that ends at a blank line", "<div>\n# [[C]]\n\n[[C]]\n"],
    ["a fence below HTML that looks like an item", "<div>\n- a\n\n  ```\n\n[[C]]\n"],
    ["HTML that goes on behind it", "<!--\n\n[[C]]\n\n-->\n\n[[C]]\n"],
    ["HTML that goes on behind it, in an item", "- <pre>\n\n  [[C]]\n\n[[C]]\n"],
    [
      "code by its indent, below all that may stand above it",
      "    [[C]]\n\n\t[[C]]\na\n\n     [[C]]\n",
    ],
    ["an item below code by its indent", "    a\n- [[C]]\n\n    b\n\n1. [[C]]\n\n    c [[C]]\n"],
    ["a footnote that goes on below a blank line", "[^1]: a\n\n    [[C]]\n\n[[C]]\n"],
    ["a comment of two dashes", "<!-->\n[[C]]\n-->\n[[C]]\n"],
    ["a comment of three dashes", "<!--->\n[[C]]\n-->\n[[C]]\n"],
    ["a comment and what is behind it", "<!-- [[C]]\n\n[[C]] --> [[C]]\n[[C]]\n"],
    ["a comment below text", "a\n<!-- [[C]]\n\n[[C]] -->\n[[C]]\n"],
    ["HTML by a tag that ends with its end tag", "<PRE>\n\n[[C]]\n</pre> [[C]]\n[[C]]\n"],
    ["HTML that ends with the end tag of another", "<pre>\n\n[[C]]\n</script>\n[[C]]\n</pre>\n"],
    ["HTML with an end tag in its first line", "<style>[[C]]</style> [[C]]\n[[C]]\n"],
    ["an end tag alone", "</pre>\n[[C]]\n\n[[C]]\n"],
    ["math in an item, beside another", "- a $b\n- c$ [[C]] $d$ [[C]]\n- [[C]] `$`\n"],
    ["math in a heading, around what follows", "# $$\n[[C]]\n\n$$ [[C]]\n\n$$\n\n[[C]]\n\n$$\n"],
    ["math in a table", "| $a | [[C]] | b$ |\n|---|---|---|\n| $a [[C]] b$ | $c | d$ |\n"],
    ["displayed math in a table", "| $$ | [[C]] |\n|---|---|\n| a | $$ |\n\n$$ [[C]]\n"],
    ["brackets in a link's text", "[a [[C]] b](/u) [a [b] [[C]](/u) [a `]` [[C]]](/u)\n"],
    ["brackets in an address", "www.a.b[a [[C]] b](/u)\n"],
    ["brackets in an image's", "![a [[C]] b](/u) [![a](/u) [[C]]](/u)\n"],
    ["a definition that is referred to with space", "[[C]] [ x ]\n\n[x]: /u\n"],
    ["a definition that is referred to in other case", "[[C]] [[X][y]\n\n[x]: /u\n"],
    ["a definition that a special letter refers to", "[\u212a] [[\u212a]]\n\n[k]: /u\n"],
    ["a long s", "[\u017f] [[\u017f]]\n\n[s]: /u\n"],
    ["a definition in a quote", "> [x]: /u\n\n[x] [[x]]\n"],
    ["a definition that is none, below text", "a [x] [[C]]\n[x]: /u\n\n[[x]]\n"],
    ["two definitions of one name", "[x]: /u\n\n[x]: /v\n\n[[C]] [[x]]\n"],
    ["a definition and a text below it", "[x]: /u\n[[C]]\n\n[[C]]\n"],
    ["a footnote with a link", "[^1]: a [[C]]\n\n[[C]]\n"],
    ["a footnote that something refers to", "[[C]] [[^1]] [^1]\n\n[^1]: a [[C]]\n"],
    ["a heading of a definition's name", "[x]: /u\n===\n\n# [x]\n\n[[C]]\n"],
    ["code over two lines", "a `b\nc [[C]]` d\n"],
    ["a tag over two lines", 'a <b\nt="[[C]]"> d\n'],
    ["a link over two lines", "a [b [[C]]\nc](/u) d\n"],
    ["a link around a link", "a [b [[C]] c](/u) d\n"],
    ["a link whose bracket is in code", "a `[` [[C]] b](/u)\n"],
    ["an image", "![a](/u) [[C|![b](/u)]]\n"],
    ["a table", "| a | [[C\\|x]] |\n|---|---|\n| ![[C]] | `b` |\n"],
    ["a row with too many cells", "| a |\n|---|\n| b | `[[C]]` |\n"],
    ["code that a cell ends", "| a |\n|---|\n| `b | [[C]]` |\n"],
    ["a table without a bar at its end", "| a | [[C]]\n|---|\n"],
    ["definitions", "[[C]] and [x]\n\n[x]: /u '[[C]]'\n"],
    ["a definition over two lines", "[x\ny]: /u\n\n[x y] [[C]]\n"],
    ["what only looks like a definition", "[[C]]: text `a[0]: b`\n"],
    ["a footnote", "[^1] [[C]]\n\n[^1]: a\n\n    [[C]]\n"],
    ["displayed math over paragraphs", "$$\na\n\n[[C]]\n$$\n\n[[C]]\n"],
    ["math in two items", "- $a\n- b$ [[C]]\n"],
    ["dollars in code only", "```\n$$\n```\n\n[[C]]\n"],
    ["a bare address", "https://a.b/[[C]] www.a.b/[[C]] [[C]]\n"],
    ["a byte order mark", "a\n\n\ufeff# [[C]]\n"],
    ["a lone CR", "a\r\r# [[C]]\n"],
  ])("%s: %j", (_, body) => expectSame(body));
});

describe("hostile bodies are read in time that grows with their length", () => {
  const N = 300_000;
  test.each([
    ["bars", `${"| a ".repeat(N)}|\n[[C]]`],
    ["rows", `${"| [[C]] |\n".repeat(N / 10)}`],
    ["tables that are none", "| a |\n|---|\n| b | c |\n\n".repeat(N / 20)],
    ["fences", "```\n[[C]]\n".repeat(N / 10)],
    ["fences in items", "- ```\n  [[C]]\n".repeat(N / 10)],
    ["backticks", `${"`a ``b` ".repeat(N / 8)}[[C]]`],
    ["definitions", `[[C]]\n\n${"[a]: /b\n\n".repeat(N / 10)}`],
    ["a definition's name", `[[C]] ${"ab ".repeat(N / 3)}\n\n[ab]: /b\n\n`],
    ["links in links", `[[C]] ${"[a ".repeat(N / 8)}${"](b)".repeat(N / 8)}`],
    ["brackets in a link", `[[C]] [${"[a]".repeat(N / 6)}](b) ${"![[a]](b)".repeat(N / 20)}`],
    ["closed links", `[[C]] ${"[a](b) ".repeat(N / 7)}`],
    ["what closes no link", `[[C]] ${"](b) ".repeat(N / 5)}`],
    ["tags", `[[C]] ${"<a ".repeat(N / 3)}`],
    ["attributes", `[[C]] <a ${'b="c" '.repeat(N / 6)}`],
    ["one word", `${"x[[C]]".repeat(N / 6)}`],
    ["marks of items", `${"- ".repeat(500)}[[C]]`],
    ["items", "- [[C]]\n".repeat(N / 8)],
    ["spaces", `# a${" ".repeat(N)}b\n${" ".repeat(N)}[[C]]\n`],
    ["breaks that are none", `${"* ".repeat(N / 2)}[[C]]\n`],
    ["dividers that are none", `| a |\n|${" ".repeat(N)}x\n[[C]]`],
    ["doubtful chunks", "`[[C]]\n\n".repeat(2000)],
  ])("%s", (_, body) => {
    expect(linkStructure(body).blocks.length).toBeLessThanOrEqual(body.length);
  });
});
