import fc from "fast-check";
import { micromark } from "micromark";
import { describe, expect, test } from "vitest";
import { scanMarkdown } from "../../scripts/markdown/scan.ts";
import { nodesOf } from "./nodes.ts";
import { linkIn } from "./vault.ts";

const RUNS = { numRuns: 1000, seed: 2026 };

const COMMONMARK = [
  ..."a¦ ¦\n¦\n\n¦\r\n¦[[C]]¦[[C|x]]¦[[C++|`x`]]¦[[a [b] c]]¦[[¦]]¦[¦]¦!¦\\¦`¦``¦```\n".split("¦"),
  ...'\n~~~\n¦    ¦\t¦> ¦- ¦1. ¦# ¦\n===\n¦*¦_¦<b>¦</b>¦<i t="¦">¦<!--¦-->¦<div>\n'.split("¦"),
  ..."\n\n[x]: /u\n\n¦[x]¦[x][]¦](/u)¦](<u v>)¦](/u 'a')¦[x](/u)¦<ftp:a/¦>¦&amp;¦é¦😀".split("¦"),
];
const EXTENDED = [
  ...COMMONMARK,
  ..."$¦$$¦\n$$\n¦|¦\\|¦\n|-|-|\n¦| ¦ |¦[^1]¦\n\n[^1]: ¦^¦~~¦https://a.b/¦www.a.b".split("¦"),
  ..."[[no]]¦![[C]]¦[[heap]]¦[[C#Syntax]]¦[[#Costs|x]]¦[[|x]]¦[[ -f x ]]¦](maps)".split("¦"),
  ..."\u00a0¦\ufeff¦\u0000¦\ud800".split("¦"),
];

const documents = (fragments: readonly string[]) =>
  fc.array(fc.constantFrom(...fragments), { maxLength: 24 }).map((parts) => parts.join(""));

const LENIENT = Object.fromEntries(
  ["broken-link", "ambiguous-link", "embed", "empty-link", "code-as-link", "external-link"].map(
    (rule) => [rule, "off"],
  ),
);

describe("a second parser agrees on what is code, HTML or a link", () => {
  // No brackets but those of whole links, since a wikilink beside or in the text of another link wins.
  const fragments = COMMONMARK.filter((text) => !/^[![\]]+$|^\]\(|\[x\](?!\()|\||\[\[a/.test(text));

  test("the page stays the same, except that names become links", () => {
    fc.assert(
      fc.property(documents(fragments), (body) => {
        const html = micromark(linkIn(body, { rules: LENIENT }).markdown);
        const linked = html.replaceAll('<a href="/languages/c">C</a>', "[[C]]");
        expect(linked).toBe(micromark(body));
      }),
      RUNS,
    );
  });
});

describe("whatever a document contains", () => {
  test("bytes outside links do not change", () => {
    fc.assert(
      fc.property(documents(EXTENDED), (body) => {
        const { markdown } = linkIn(body, { rules: LENIENT });
        let from = 0;
        let at = 0;
        for (const link of scanMarkdown(body).links) {
          const between = body.slice(at, link.start);
          const found =
            at === 0 ? (markdown.startsWith(between) ? 0 : -1) : markdown.indexOf(between, from);
          expect(found).toBeGreaterThanOrEqual(from);
          from = found + between.length;
          at = link.end;
        }
        expect(markdown.slice(from).endsWith(body.slice(at))).toBe(true);
        if (at === 0) expect(markdown).toBe(body);
      }),
      RUNS,
    );
  });

  test("Markdown links become links to routes, and nothing else on the page changes", () => {
    const fragments = [
      ...COMMONMARK,
      "](c.md)",
      "](<c.md>)",
      "[x](c.md)",
      "![x](c.md)",
      '[x](c.md "a ](c.md)")',
    ];
    const rules = { ...LENIENT, "missing-heading": "off" } as const;
    fc.assert(
      fc.property(documents([...fragments, "\n\n[c]: c.md\n\n"]), (body) => {
        fc.pre(!/\[\[.*\]\]\(/.test(body));
        const kept = micromark(linkIn(body, { rules }).markdown);
        const routed = micromark(linkIn(body, { rules, markdownLinks: "route" }).markdown);
        expect(routed).toBe(kept.replaceAll('href="c.md"', 'href="/languages/c"'));
      }),
      RUNS,
    );
  });

  test("each problem is placed at its link", () => {
    fc.assert(
      fc.property(documents(EXTENDED), (body) => {
        const lines = body.split(/\r\n|\n|\r/);
        for (const { rule, line, column, length } of linkIn(body).problems) {
          if (rule === "unread-links") continue;
          expect(lines[line - 1]!.slice(column - 1, column - 1 + length)).toMatch(
            /^!?\[\[.*\]\]$/s,
          );
        }
      }),
      RUNS,
    );
  });
});

describe("whatever a label contains", () => {
  const label = fc
    .array(
      fc.constantFrom(
        ..."a¦ ¦`¦``¦*¦**¦_¦~~¦[¦]¦\\¦<b>¦</b>¦<¦>¦$¦![¦](¦(/v)¦[y]¦[^1]¦^¦&¦!¦\\|".split("¦"),
        ..."https://a.b¦<https://a.b>¦:".split("¦"),
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(""));

  test("the link stays a link", () => {
    fc.assert(
      fc.property(label, (text) => {
        const body = `see [[C|${text}]] there\n\n[y]: /y\n\n[^1]: note\n`;
        const { links } = scanMarkdown(body);
        if (
          links.length !== 1 ||
          links[0]!.start !== 4 ||
          body.slice(links[0]!.end, links[0]!.end + 6) !== " there"
        )
          return;
        expect(urls(linkIn(body).markdown)).toContain("/languages/c");
      }),
      RUNS,
    );
  });

  test("and a table keeps its cells", () => {
    fc.assert(
      fc.property(label, (text) => {
        const body = `| a | b |\n|---|---|\n| see [[C\\|${text}]] | there |\n`;
        const { links } = scanMarkdown(body);
        if (links.length !== 1 || links[0]!.target !== "C" || links[0]!.bareBar) return;
        const { markdown } = linkIn(body);
        expect(cellsOf(markdown)).toEqual(cellsOf(body));
        expect(urls(markdown)).toContain("/languages/c");
      }),
      RUNS,
    );
  });
});

describe("hostile bodies", () => {
  const N = 100_000;
  test.each([
    ["opening brackets", "[".repeat(N), 0, 0],
    ["brackets in code that is never closed", `[[C]]\n\n\`\`\`\n${"[[a".repeat(N / 3)}`, 1, 1],
    ["formulas that are never closed", `[[C]]\n\n${"$$a\n".repeat(N / 4)}`, 1, 1],
    ["unclosed labels", "[[a|".repeat(N / 4), 0, 0],
    ...["*", "<", "> ", "_ "].map((mark): [string, string, number, number] => {
      return [`only ${mark}`, mark.repeat(N / mark.length), 0, 0];
    }),
    ["backslashes", `${"\\".repeat(N)}[[C]]`, 1, 0],
    ["a long list", `${"- [[C|*a_b*]] & c\n".repeat(5200)}`, 5200, 5200],
    ["items that are no list", `a\n${"    - *a_b* [[C]]\n".repeat(40_000)}`, 0, 0],
    ["tables of TOML", `${"[[C]]\n[a]\n".repeat(N / 10)}`, N / 10, N / 10],
    ["links in lines", "[[C]]\n".repeat(N / 6), Math.floor(N / 6), Math.floor(N / 6)],
    ["links in a bracket", `[ ${"[[C|`x`]] ".repeat(N / 10)}`, N / 10, N / 10],
    ["embeds alone in their paragraphs", "![[C]]\n\n".repeat(N / 8), N / 8, N / 8],
    ["broken links", "[[x y z]] ".repeat(N / 10), N / 10, 0],
    ["backticks", `${"`a``".repeat(N / 4)}[[C]]`, 1, 1],
    ["a path of headings", `[[C${"#a".repeat(N / 2)}]]`, 1, 0],
    ["a long name", `[[${"a ".repeat(N / 2)}]]`, 1, 0],
    ["bars in a table", `| a |\n|---|\n| [[C${"|".repeat(N)}]] |`, 1, 1],
    ["lists that are too deep", `[[C]]\n\n${"- ".repeat(N)}[[C]]`, 0, 0],
    [
      "underscores in code and in tables",
      `\`\`\`\n${"a_b\n".repeat(N / 4)}\`\`\`\n\n| a |\n|---|\n${"| a_b |\n".repeat(N / 8)}\n[[C]]`,
      1,
      1,
    ],
    ["missing headings", `${"# a\n".repeat(5000)}${"[[#b]]\n".repeat(10_000)}`, 10_000, 0],
    ["a staircase of lists", staircase(400), 400, 400],
  ])("%s", (_, body, links, resolved) => {
    const scan = scanMarkdown(body);
    expect(scan.links).toHaveLength(links);
    const linked = linkIn(body);
    if (resolved > 0) expect(linked.resolved).toBe(resolved);
  });
});

/** List items, each nested in the one above it. */
function staircase(steps: number): string {
  return Array.from({ length: steps }, (_, i) => `${"  ".repeat(Math.min(i, 100))}- [[C]]\n`).join(
    "",
  );
}

function urls(markdown: string): string[] {
  return nodesOf(markdown).flatMap((node) => (node.type === "link" ? [node.url] : []));
}

/** The number of cells in each row. */
function cellsOf(markdown: string): number[] {
  return nodesOf(markdown).flatMap((node) =>
    node.type === "tableRow" ? [node.children.length] : [],
  );
}
