import { describe, expect, test } from "vitest";
import { linked, linkIn, problemsOf } from "./vault.ts";

type Row = [body: string, expected: string];

/** Rows of bodies and the Markdown they become. */
function become(rule: string, rows: Row[]): void {
  describe(rule, () => {
    test.each(rows)("%j gives %j", (body, expected) => {
      expect(linked(body)).toBe(expected);
    });
  });
}

function stay(rule: string, bodies: string[]): void {
  describe(rule, () => {
    test.each(bodies)("%j does not change", (body) => {
      expect(linked(body)).toBe(body);
    });
  });
}

/** Rows of bodies and all their problems, in short. */
function fail(rule: string, rows: [body: string, ...problems: string[]][]): void {
  describe(rule, () => {
    test.each(rows)("%j", (body, ...problems) => {
      expect(problemsOf(body)).toEqual(problems);
    });
  });
}

const C = "/languages/c";
const HASH = "/terms/data-structures/hash-table";

become("two brackets around a name, on one line, with spaces around it trimmed", [
  ["[[C]]", `[C](${C})`],
  ["[[\u00a0C\u00a0]]", `[C](${C})`],
  ["[[Hash\u00a0table]]", `[Hash table](${HASH})`],
]);

stay("unclosed, or closed on another line, it is text", ["[[C", "[[C|a\nb]]"]);

become("target first, then a bar, then the label; only a bar separates them", [
  ["[[C|the language]]", `[the language](${C})`],
  ["[[C|a|b]]", `[a|b](${C})`],
  ["[[std::vector]]", "[std::vector](/languages/std)"],
  ["[[C|\u00a0x\u00a0]]", `[x](${C})`],
]);

fail(
  "the label is never the target, but if it names a note, the link with swapped sides is suggested",
  [
    ["[[the language|C]]", "1:1 broken-link ? [[C|the language]]"],
    ["[[the map|terms/types/init]]", "1:1 broken-link ? [[terms/types/init|the map]]"],
    ["![[the language|C]]", "1:1 broken-link ? ![[C|the language]]"],
    ["[[the language|C#Syntax]]", "1:1 broken-link ? [[C#Syntax|the language]]"],
    ["| a |\n|---|\n| [[the language\\|C]] |", "3:3 broken-link ? [[C\\|the language]]"],
    ["[[Hash tabel|C]]", "1:1 broken-link ? [[Hash table|C]] ? [[C|Hash tabel]]"],
    ["[[the language|heap]]", "1:1 broken-link"],
    ["[[the language|no such note]]", "1:1 broken-link"],
  ],
);

become("an escaped bar also separates them", [
  ["[[C \\| x]]", `[x](${C})`],
  ["| a |\n|---|\n| [[C\\|x]] |", `| a |\n|---|\n| [x](${C}) |`],
  ["| a |\n|---|\n| [[C\\|x\\|y]] |", `| a |\n|---|\n| [x\\|y](${C}) |`],
  ["a | b\n-|-\n[[C\\|x]] | y", `a | b\n-|-\n[x](${C}) | y`],
]);

fail("a bar in a table row needs a backslash", [
  ["| a |\n|---|\n| [[C|x]] |", "3:3 bare-bar = [[C\\|x]]"],
  ["| a |\n|---|\n| [[C\\|x|y]] |", "3:3 bare-bar = [[C\\|x\\|y]]"],
  ["> | a |\n> |---|\n> | [[C|x]] |", "3:5 bare-bar = [[C\\|x]]"],
  ["| a |\n|---|\n| [[C|x]] | [[C|y]] |", "3:3 bare-bar = [[C\\|x]]", "3:13 bare-bar = [[C\\|y]]"],
  [
    "| a |\n|---|\n| [[Hash tabel|x]] |",
    "3:3 bare-bar = [[Hash tabel\\|x]]",
    "3:3 broken-link ? [[Hash table\\|x]]",
  ],
]);

become("a blank label does not count", [
  ["[[C| ]]", `[C](${C})`],
  ["[[C|\u00a0]]", `[C](${C})`],
  ["[[C\\|]]", `[C](${C})`],
]);

stay("empty brackets are Python and JavaScript", ["[[]]", "[[ ]]", "![[]]", "[[|]]"]);

fail("a label or a # without a name", [
  ["[[|y]]", "1:1 empty-link"],
  ["[[#]]", "1:1 empty-link"],
  ["[[##]]", "1:1 empty-link"],
]);

become("balanced single brackets belong to the name", [
  ["[[a [b] c]]", "[a \\[b\\] c](/terms/names/brackets)"],
  ["[[C|x [y] z]]", `[x \\[y\\] z](${C})`],
  ["[[C|[y]]]", `[\\[y\\]](${C})`],
]);

stay("an unbalanced closing bracket makes it text", ["[[1,2],[3,4]]", "[[a] [b]]", "[[C|$a]$]]"]);

stay("a backslash before the brackets, or a bare address around them, makes them text", [
  "\\[[C]]",
  "\\[[|y]]",
  "https://a.b/[[C]]",
]);

become("an escaped ! before a link is text", [["\\![[C]]", `\\![C](${C})`]]);

fail("after an even number of backslashes, ! begins an embed", [["\\\\![[C]]", "1:3 embed"]]);

stay("math between two dollars is not read, wherever it ends", [
  "$$\n[[C]]\n$$",
  "a $$ [[C]] $$ b",
  "> $$\n> [[C]]\n> $$",
]);

become("and ends there", [
  ["> - $$a\n>   $b$ c$$ [[C]]", `> - $$a\n>   $b$ c$$ [C](${C})`],
  ["$$\\begin{a}\nx\n\n\\end{a}$$\n\n[[C]]", `$$\\begin{a}\nx\n\n\\end{a}$$\n\n[C](${C})`],
  ["$$a\r\n\r\nb$$\r\n[[C]]", `$$a\r\n\r\nb$$\r\n[C](${C})`],
  ["> $$a [[C]]\n>\n> b$$\n\n[[C]]", `> $$a [[C]]\n>\n> b$$\n\n[C](${C})`],
  ["- $$a\n\n  - b$$\n\n  [[C]]", `- $$a\n\n  - b$$\n\n  [C](${C})`],
  ["$$a ``b'' \n``c'' $$ [[C]]", `$$a \`\`b'' \n\`\`c'' $$ [C](${C})`],
  ["$$\na\n$$, as [[C]]", `$$\na\n$$, as [C](${C})`],
  ["$$ a\n$$.\n\n[[C]]", `$$ a\n$$.\n\n[C](${C})`],
  [
    "$$\na\n$$ or$$\nb\n$$\n\n[[C]]\n\n$$\nc\n$$",
    `$$\na\n$$ or$$\nb\n$$\n\n[C](${C})\n\n$$\nc\n$$`,
  ],
  ["costs $$ or [[C]]", `costs $$ or [C](${C})`],
]);

stay("a comment of Obsidian has no links, on whichever line it ends", [
  "a %% [[C]] ![[nope#x]] %% b",
  "%%\n# [[C]]\n\n- [[C]]\n%%",
  "%%a%% b %% [[C]] %%",
  "%% `%%` [[C]] %%",
]);

become("and ends there, if it ends at all", [
  ["%% a %% [[C]]", `%% a %% [C](${C})`],
  ["%%a%%\n\n[[C]] %% b %%", `%%a%%\n\n[C](${C}) %% b %%`],
  ["100%% of [[C]]", `100%% of [C](${C})`],
  ["\\%% [[C]] \\\\\\%% \\%%", `\\%% [C](${C}) \\\\\\%% \\%%`],
  ["\\\\%% [[C]] %% [[C]]", `\\\\%% [[C]] %% [C](${C})`],
  ["`%%` [[C]] `%%`", `\`%%\` [C](${C}) \`%%\``],
]);

become("a single dollar is a letter", [
  ["$a [[C]] b$", `$a [C](${C}) b$`],
  ["[[$HOME]] and [[$HOME]]", "[\\$HOME](/languages/std) and [\\$HOME](/languages/std)"],
]);

become("a wikilink in the text of a Markdown link or an image wins", [
  ["[text [[C]]](/u)", `[text [C](${C})](/u)`],
  ["![a [[C]] b](u)", `![a [C](${C}) b](u)`],
  ["[[C]][r]\n\n[r]: /u", `[C](${C})[r]\n\n[r]: /u`],
  ["[[C]](the language)", `[C](${C})(the language)`],
]);

stay("but brackets that may have another meaning are left alone if they name no note", [
  "[[1]](https://a.b)",
  "[[nothing]](here)",
  "[[^1]]\n\n[^1]: note",
  "a $[[7, 1, 3]]$ code",
]);

become("a name or label that starts with ^ is not a footnote", [
  ["[[^caret]]", "[\\^caret](/terms/names/caret)"],
  ["[[C|^1]]\n\n[^1]: note", `[\\^1](${C})\n\n[^1]: note`],
]);

fail("a URL is not a note", [
  ["[[https://a.b/c]]", "1:1 external-link = <https://a.b/c>"],
  ["[[https://a.b/c|x]]", "1:1 external-link = [x](https://a.b/c)"],
  ["[[www.a.b]]", "1:1 external-link = <https://www.a.b>"],
  ["[[https://a.b/c d]]", "1:1 external-link = <https://a.b/c%20d>"],
]);

fail("nothing is embedded", [
  ["a ![[C|x]]", "1:3 embed"],
  ["![[C#^block]]", "1:1 embed", "1:1 block-reference ? [[C]]"],
  ["![[Hash tabel|x]]", "1:1 broken-link ? [[Hash table|x]]"],
  ["| a |\n|---|\n| ![[C|x]] |", "3:3 embed", "3:3 bare-bar = ![[C\\|x]]"],
  ["![[https://a.b]]", "1:1 external-link = <https://a.b>"],
  ["![[nodiscard]]", "1:1 code-as-link ? `![[nodiscard]]` ? !\\[[nodiscard]]"],
]);

fail("code in prose needs backticks or a backslash", [
  ["[[ -f x ]]", "1:1 code-as-link ? `[[ -f x ]]` ? \\[[ -f x ]]"],
  ["[[ $a == b ]]", "1:1 code-as-link ? `[[ $a == b ]]` ? \\[[ $a == b ]]"],
  ["[[nodiscard]]", "1:1 code-as-link ? `[[nodiscard]]` ? \\[[nodiscard]]"],
  ['df[["a"]]', '1:3 code-as-link ? `[["a"]]` ? \\[["a"]]'],
  ["x[[1]]", "1:2 code-as-link ? `[[1]]` ? \\[[1]]"],
  ["[[1, 2, 3]]", "1:1 code-as-link ? `[[1, 2, 3]]` ? \\[[1, 2, 3]]"],
  ["[[ ! -e `x` ]]", "1:1 code-as-link ? \\[[ ! -e `x` ]]"],
]);

fail("a name with a sign of comparison is not code", [["[[Repo/00 - > X|db]]", "1:1 broken-link"]]);

describe("a block that is never closed, with links in it, is a warning at its fence", () => {
  test.each([
    ["[[C]]\n\n```js\n[[C]]\n\n[[C]]\n", "3:1"],
    ["> ~~~\n> [[C]]\n", "1:3"],
    ["a\n$$\nb\n\n[[C]]\n", "2:1"],
  ])("%j at %s", (body, place) => {
    expect(problemsOf(body)).toEqual([`${place} unread-links`]);
    expect(linkIn(body).problems[0]?.message).toContain("is never closed");
  });

  test.each(["```\n[[C]]\n```", "> ```\n> [[C]]\n> ````\n", "$$\n[[C]]\n $$ \n", "```\nno link"])(
    "%j is not",
    (body) => {
      expect(problemsOf(body)).toEqual([]);
    },
  );
});
