import { micromark } from "micromark";
import { describe, expect, test } from "vitest";
import type { Severity } from "../../scripts/diagnostics/rules.ts";
import { encodeDestination } from "../../scripts/markdown/escape.ts";
import { nodesOf } from "./nodes.ts";
import { linked, linkIn, type NoteRow } from "./vault.ts";

const C = "/languages/c";
const HASH = "/terms/data-structures/hash-table";

describe("the label is the alias as written, or else the text as typed", () => {
  test.each([
    ["[[data-structures/hash-table]]", `[data-structures/hash-table](${HASH})`],
    ["[[Hash table#Load factor#Costs]]", `[Hash table > Load factor > Costs](${HASH}#costs)`],
    ["[[#Costs]]", "[Costs](/me#costs)"],
    ["[[C##Syntax]]", "[C# > Syntax](/languages/c%23#syntax)"],
  ])("%s gives %s", (body, expected) => {
    expect(linked(body)).toBe(expected);
  });
});

describe("a label that was not written as Markdown is escaped", () => {
  test.each([
    ["[[__init__]]", "[\\_\\_init\\_\\_](/terms/types/init)", "__init__"],
    ["[[A* search]]", "[A\\* search](/terms/search/a-star)", "A* search"],
    ["[[List<T>]]", "[List\\<T>](/terms/types/list-of-t)", "List<T>"],
    ["[[snake_case]]", "[snake_case](/terms/types/snake_case)", "snake_case"],
    ["[[$HOME]]", "[\\$HOME](/languages/std)", "$HOME"],
  ])("%s gives %s, which shows %j", (body, markdown, shown) => {
    expect(linked(body)).toBe(markdown);
    expect(shownBy(markdown)).toBe(shown);
  });

  test.each([
    ..."*a*¦_a_¦`a`¦``¦<b>¦&amp;¦&#35;¦a\\\\¦[a]¦!¦$a$¦1. a¦- a¦> a¦=¦_¦_a b_¦日本_語_¦^1¦![](a)¦~~~¦---".split(
      "¦",
    ),
  ])("%j is shown literally, both as a link and if it leads nowhere", (title) => {
    const notes: NoteRow[] = [["me.md"], ["note.md", title]];
    const off = { "broken-link": "off", "code-as-link": "off" } as const;
    const found = linkIn(`[[${title}]]`, { notes }).markdown;
    expect(shownBy(found)).toBe(title);
    const lost = linkIn(`[[${title}]]`, { notes: [["me.md"]], rules: off }).markdown;
    if (lost !== `[[${title}]]`) expect(shownBy(lost)).toBe(title);
  });
});

describe("an alias keeps its Markdown", () => {
  test.each([
    ["[[C|**bold** _it_]]", `[**bold** _it_](${C})`],
    ["[[C|`a|b`]]", `[\`a|b\`](${C})`],
    ["[[C|`]]`]]", `[\`]]\`](${C})`],
    ["[[C|$& $1 $$ $`]]", `[$& $1 $$ $\`](${C})`],
  ])("%s gives %s", (body, expected) => {
    expect(linked(body)).toBe(expected);
  });
});

describe("nothing in a label breaks out of its link", () => {
  test.each([
    ["[[C|<https://a.b>]]", `[\\<https://a.b>](${C})`],
    ["[[C|a [^1]]]\n\n[^1]: u", `[a \\[^1\\]](${C})\n\n[^1]: u`],
  ])("%j gives %j", (body, expected) => {
    const markdown = linked(body);
    expect(markdown).toBe(expected);
    expect(linksOf(markdown)).toContain(C);
  });
});

describe("a route is encoded as far as Markdown and URLs require", () => {
  test.each([
    ["/a(b)", "/a%28b%29"],
    ["/<a>", "/%3Ca%3E"],
    ["/a$b", "/a%24b"],
    ["/été/日本語/Ωμέγα", "/été/日本語/Ωμέγα"],
    ["/a\u200bb\u202ec", "/a%E2%80%8Bb%E2%80%AEc"],
    ["/a\nb\tc\u0000", "/a%0Ab%09c%00"],
    ["/a*b_c~d-e.f,g;h=i@j:k!l'm", "/a*b_c~d-e.f,g;h=i@j:k!l'm"],
  ])("%j gives %j", (route, expected) => {
    expect(encodeDestination(route)).toBe(expected);
    const html = micromark(`[x](${expected})`);
    const href = /href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    expect(decodeURIComponent(href ?? "")).toBe(route.toWellFormed());
  });
});

describe("a link that may stay unresolved becomes its label as plain text", () => {
  const rules: Record<string, Severity> = {
    "broken-link": "warning",
    "ambiguous-link": "off",
    "outside-content": "off",
    embed: "warning",
    "external-link": "off",
    "code-as-link": "off",
    "empty-link": "off",
    "bare-bar": "warning",
  };
  test.each([
    ["a [[nowhere]] b", "a nowhere b"],
    ["[[no_where_|**b**]]", "**b**"],
    ["[[_no_]]", "\\_no\\_"],
    ["[[1. no]]", "1\\. no"],
    ["> - [[no|# no]]", "> - \\# no"],
    ["[[no|<div>]]", "\\<div>"],
    ["[[no|[a]: b]]", "\\[a\\]: b"],
    ["[[heap]]", "heap"],
    ["![[C#Syntax|x]]", `[x](${C}#syntax)`],
    ["![[C#Syntax|300x200]]", `[C > Syntax](${C}#syntax)`],
    ["[[https://a.b]]", "<https://a.b>"],
    ["[[https://a.b|x]]", "[x](https://a.b)"],
    ["[[ -f x ]]", "[[ -f x ]]"],
    ["[[|y]]", "y"],
    ["[[#]]", "[[#]]"],
    ["| a |\n|---|\n| [[no|x|y]] |", "| a |\n|---|\n| x\\|y |"],
    ["| a |\n|---|\n| [[C|x|y]] |", `| a |\n|---|\n| [x\\|y](${C}) |`],
  ])("%j gives %j", (body, expected) => {
    expect(linkIn(body, { rules }).markdown).toBe(expected);
  });

  test("and so does a link to a planned note, without a warning", () => {
    const planned = ["Red-black tree"];
    expect(linked("[[red black tree]] [[Red-black tree#Cost|x]]", { planned })).toBe(
      "red black tree x",
    );
    expect(linked("[[F# notes]]", { planned: ["F# notes"] })).toBe("F# notes");
    expect(linkIn("[[Red tree]]", { planned }).problems).toHaveLength(1);
  });
});

/** The text of the Markdown as a reader sees it, with the types of what is no text. */
function shownBy(markdown: string): string {
  const leaves = nodesOf(markdown).filter((node) => !("children" in node));
  return leaves.map((node) => (node.type === "text" ? node.value : `<${node.type}>`)).join("");
}

function linksOf(markdown: string): string[] {
  return [...micromark(markdown).matchAll(/href="([^"]*)"/g)].map((match) => match[1]!);
}
