import fc from "fast-check";
import { micromark, parse, postprocess, preprocess } from "micromark";
import { markdownToMdast } from "satteri";
import { describe, expect, test } from "vitest";
import type { Range } from "../../scripts/markdown/ranges.ts";
import { scanMarkdown } from "../../scripts/markdown/scan.ts";
import { linkIn } from "./vault.ts";

const RUNS = { numRuns: 2000, seed: 2026 };

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
  test("in documents made of fragments", () => {
    fc.assert(
      fc.property(documents(COMMONMARK), (body) => {
        const found = scanMarkdown(body).links.map(
          ({ start, end, embed }) => `${embed ? start + 1 : start}-${end}`,
        );
        expect(found).toEqual(linksByOracle(body));
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
    ["nested brackets", `${"[".repeat(N)}a${"]".repeat(N)}`, 1, 0],
    ["brackets in code that is never closed", `[[C]]\n\n\`\`\`\n${"[[a".repeat(N / 3)}`, 1, 1],
    ["formulas that are never closed", `[[C]]\n\n${"$$a\n".repeat(N / 4)}`, 1, 1],
    ["unclosed labels", "[[a|".repeat(N / 4), 0, 0],
    ["backslashes", `${"\\".repeat(N)}[[C]]`, 1, 0],
    ["exclamation marks", `${"!".repeat(N)}[[C]]`, 1, 0],
    ["links in lines", "[[C]]\n".repeat(N / 6), Math.floor(N / 6), Math.floor(N / 6)],
    ["links in a bracket", `[ ${"[[C|`x`]] ".repeat(N / 10)}`, N / 10, N / 10],
    ["broken links", "[[x y z]] ".repeat(N / 10), N / 10, 0],
    ["pairs of dollars", `${"$$ [[".repeat(N / 5)}[[C]]`, 1, 1],
    ["backticks", `${"`a``".repeat(N / 4)}[[C]]`, 1, 1],
    ["a path of headings", `[[C${"#a".repeat(N / 2)}]]`, 1, 0],
    ["a long name", `[[${"a ".repeat(N / 2)}]]`, 1, 0],
    ["a deep path", `[[${"../".repeat(N / 3)}x]]`, 1, 0],
    ["bars in a table", `| a |\n|---|\n| [[C${"|".repeat(N)}]] |`, 1, 1],
    ["lists that are too deep", `[[C]]\n\n${"- ".repeat(N)}[[C]]`, 0, 0],
    ["underscores in words", `${"a_b".repeat(N)}[[C]]`, 0, 0],
    [
      "underscores in code and in tables",
      `\`\`\`\n${"a_b\n".repeat(N / 4)}\`\`\`\n\n| a |\n|---|\n${"| a_b |\n".repeat(N / 8)}\n[[C]]`,
      1,
      1,
    ],
    ["missing headings", `${"# a\n".repeat(5000)}${missingHeadings(10_000)}`, 10_000, 0],
    ["a staircase of lists", staircase(400), 400, 400],
    [
      "a link to each of many headings",
      `${"# a\n".repeat(2000)}${"[[#a]] [[#b]] ".repeat(500)}`,
      1000,
      1000,
    ],
  ])("%s", (_, body, links, resolved) => {
    const scan = scanMarkdown(body);
    expect(scan.links).toHaveLength(links);
    const { targets } = linkIn(body);
    if (resolved > 0) expect(targets).toHaveLength(resolved);
  });
});

function missingHeadings(count: number): string {
  return Array.from({ length: count }, (_, i) => `[[#b${i}]]\n`).join("");
}

/** List items, each nested in the one above it. */
function staircase(steps: number): string {
  return Array.from({ length: steps }, (_, i) => `${"  ".repeat(Math.min(i, 100))}- [[C]]\n`).join(
    "",
  );
}

interface Node {
  type: string;
  url?: string;
  children?: Node[];
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of node.children ?? []) walk(child, visit);
}

function urls(markdown: string): string[] {
  const found: string[] = [];
  walk(markdownToMdast(markdown) as Node, (node) => {
    if (node.type === "link" && node.url !== undefined) found.push(node.url);
  });
  return found;
}

/** The number of cells in each row. */
function cellsOf(markdown: string): number[] {
  const rows: number[] = [];
  walk(markdownToMdast(markdown) as Node, (node) => {
    if (node.type === "tableRow") rows.push(node.children?.length ?? 0);
  });
  return rows;
}

/** The places of wikilinks, found with micromark and by trying all pairs of brackets. */
function linksByOracle(body: string): string[] {
  const tokens = tokensOf(body);
  const links = tokens.filter(({ type }) => type === "link" || type === "image");
  let pairs: Range[] = [];
  // A Markdown link with a wikilink in its text is none, so its destination may hold wikilinks too.
  for (let round = 0; round < 3; round++) {
    const broken = links.filter((link) => pairs.some((pair) => isIn(pair, link)));
    const isDead = ({ type, ...range }: Token) =>
      DEAD.has(type) || (type === "resource" && !broken.some((link) => isIn(range, link)));
    const chosen = choosePairs(maskTokens(body, tokens, isDead));
    // A link in the label of a wikilink wins.
    const isKept = (pair: Range) =>
      !links.some((link) => link.type === "link" && isInside(link, pair));
    pairs = chosen.filter(isKept);
  }
  return pairs
    .filter(({ start, end }) => /[^[\]\s]/.test(body.slice(start + 2, end - 2)))
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => `${start}-${end}`);
}

/** The shortest pairs of double brackets, none of which overlap. */
function choosePairs(masked: string): Range[] {
  const pairs: Range[] = [];
  for (let start = 0; start < masked.length; start++) {
    for (let end = start + 4; end <= masked.length && masked[end - 3] !== "\n"; end++) {
      if (isLink(masked.slice(start, end))) pairs.push({ start, end });
    }
  }
  const chosen: Range[] = [];
  const length = ({ start, end }: Range) => end - start;
  for (const pair of pairs.sort((a, b) => length(a) - length(b) || a.start - b.start)) {
    if (chosen.every(({ start, end }) => end <= pair.start || start >= pair.end)) chosen.push(pair);
  }
  return chosen;
}

const isIn = (a: Range, b: Range) => a.start >= b.start && a.end <= b.end;
const isInside = (a: Range, b: Range) => a.start >= b.start + 2 && a.end <= b.end - 2;

function isLink(text: string): boolean {
  if (!text.startsWith("[[") || !text.endsWith("]]") || /[\n]/.test(text)) return false;
  let depth = 0;
  for (const character of text.slice(2, -2)) {
    if (character === "[") depth++;
    if (character === "]" && --depth < 0) return false;
  }
  return depth === 0;
}

const DEAD = new Set(["codeText", "htmlText", "autolink", "characterEscape"]);
const INLINE = new Set(["paragraph", "atxHeading", "setextHeadingText"]);

interface Token extends Range {
  type: string;
}

function tokensOf(body: string): Token[] {
  const events = postprocess(
    parse()
      .document()
      .write(preprocess()(body, undefined, true)),
  );
  return events
    .filter(([direction]) => direction === "enter")
    .map(([, { type, start, end }]) => ({ type, start: start.offset, end: end.offset }));
}

/** The body with newlines in place of all but inline text, and NUL where brackets do not count. */
function maskTokens(body: string, tokens: Token[], isDead: (token: Token) => boolean): string {
  const live = new Uint8Array(body.length);
  const dead = new Uint8Array(body.length);
  for (const token of tokens) {
    const { type, start, end } = token;
    if (INLINE.has(type)) live.fill(1, start, end);
    if (type === "definition") live.fill(0, start, end);
    if (isDead(token)) dead.fill(1, start, end);
  }
  return [...body.split("")]
    .map((unit, i) => (unit === "\n" || unit === "\r" || !live[i] ? "\n" : dead[i] ? "\0" : unit))
    .join("");
}
