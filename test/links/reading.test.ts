import { describe, expect, test } from "vitest";
import { linked, type NoteRow, problemsOf } from "./vault.ts";

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
  ["[[\tC\t]]", `[C](${C})`],
  ["[[\u00a0C\u00a0]]", `[C](${C})`],
  ["[[Hash\u00a0table]]", `[Hash table](${HASH})`],
  ["[[C]][[C]]", `[C](${C})[C](${C})`],
  ["[[C]] and [[C++]]", `[C](${C}) and [C++](${C}++)`],
  ["- [[C]]\n> [[C]]\n# [[C]]", `- [C](${C})\n> [C](${C})\n# [C](${C})`],
  ["- [ ] [[C]]\n- [x] [[C]]", `- [ ] [C](${C})\n- [x] [C](${C})`],
  ["**[[C]]** *[[C]]* ~~[[C]]~~", `**[C](${C})** *[C](${C})* ~~[C](${C})~~`],
  ["[^1]\n\n[^1]: see [[C]]", `[^1]\n\n[^1]: see [C](${C})`],
  ["[[C]]: first", `[C](${C}): first`],
]);

stay("unclosed, or closed on another line, it is text", [
  "[[C",
  "[[C]",
  "[[C\n]]",
  "[[\nC]]",
  "[[C\r\n]]",
  "> [[C\n> ]]",
  "[[C|a\nb]]",
  "[[C] ]",
]);

become("target first, then a bar, then the label; only a bar separates them", [
  ["[[C|the language]]", `[the language](${C})`],
  ["[[ C | the language ]]", `[the language](${C})`],
  ["[[C|a|b]]", `[a|b](${C})`],
  ["[[C|a:b]]", `[a:b](${C})`],
  ["[[std::vector]]", "[std::vector](/languages/std)"],
  ["[[std::vector|vectors]]", "[vectors](/languages/std)"],
  ["[[C|\u00a0x\u00a0]]", `[x](${C})`],
]);

fail("the label is never the target", [["[[the language|C]]", "1:1 broken-link"]]);

become("an escaped bar also separates them", [
  ["[[C\\|x]]", `[x](${C})`],
  ["[[C \\| x]]", `[x](${C})`],
  ["| a |\n|---|\n| [[C\\|x]] |", `| a |\n|---|\n| [x](${C}) |`],
  ["| a |\n|---|\n| [[C\\|x\\|y]] |", `| a |\n|---|\n| [x\\|y](${C}) |`],
  ["| a |\n|---|\n| [[C]] | [[C++]] |", `| a |\n|---|\n| [C](${C}) | [C++](${C}++) |`],
  ["a | b\n-|-\n[[C\\|x]] | y", `a | b\n-|-\n[x](${C}) | y`],
]);

fail("a bar in a table row needs a backslash", [
  ["| a |\n|---|\n| [[C|x]] |", "3:3 bare-bar = [[C\\|x]]"],
  ["| a |\n|---|\n| [[C|x|y]] |", "3:3 bare-bar = [[C\\|x\\|y]]"],
  ["| a |\n|---|\n| [[C\\|x|y]] |", "3:3 bare-bar = [[C\\|x\\|y]]"],
  ["a | b\n-|-\n[[C|x]] | [[C]]", "3:1 bare-bar = [[C\\|x]]"],
  ["> | a |\n> |---|\n> | [[C|x]] |", "3:5 bare-bar = [[C\\|x]]"],
  ["| a |\n|---|\n| [[C|x]] | [[C|y]] |", "3:3 bare-bar = [[C\\|x]]", "3:13 bare-bar = [[C\\|y]]"],
  ["| a |\n|---|\n| `[[x|y]]` |", "3:4 bare-bar = [[x\\|y]]"],
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

stay("empty brackets are Python and JavaScript", [
  "[[]]",
  "a = [[]]",
  "[[ ]]",
  "[[],[]]",
  "![[]]",
  "[[|]]",
]);

fail("a label or a # without a name", [
  ["[[|y]]", "1:1 empty-link"],
  ["[[ | y]]", "1:1 empty-link"],
  ["[[#]]", "1:1 empty-link"],
  ["a [[#|y]]", "1:3 empty-link"],
  ["[[##]]", "1:1 empty-link"],
]);

become("balanced single brackets belong to the name", [
  ["[[a [b] c]]", "[a \\[b\\] c](/terms/names/brackets)"],
  ["[[C|x [y] z]]", `[x [y] z](${C})`],
  ["[[C|[y]]]", `[[y]](${C})`],
]);

stay("an unbalanced closing bracket makes it text", [
  "[[1,2],[3,4]]",
  "[[a] [b]]",
  "[[a [b c]]",
  "[[C|$a]$]]",
]);

become("the innermost pair is the link, and the brackets around it stay", [
  ["[[[C]]]", `[[C](${C})]`],
  ["[[a|[[C]]]]", `[[a|[C](${C})]]`],
  ["([[C]])", `([C](${C}))`],
  ["[see [[C]]]", `[see [C](${C})]`],
]);

stay("an odd number of backslashes before the brackets makes them text", [
  "\\[[C]]",
  "[\\[C]]",
  "[[C\\]]",
  "[[C]\\]",
  "\\[\\[C\\]\\]",
]);

become("an even number does not", [
  ["\\\\[[C]]", `\\\\[C](${C})`],
  ["\\\\\\\\[[C]]", `\\\\\\\\[C](${C})`],
]);

become("an escaped ! before a link is text", [["\\![[C]]", `\\![C](${C})`]]);

fail("after an even number of backslashes, ! begins an embed", [
  ["\\\\![[C]]", "1:3 embed ? [[C]]"],
]);

stay("code is not read", [
  "`[[C]]`",
  "`` a ` [[C]] ``",
  "` x\n[[C]] `",
  "```bash\nif [[ -f x ]]; then\n```",
  "````\n```\n[[C]]\n```\n````",
  "```\n[[C]]",
  "    [[C]]",
  "- a\n\n      [[C]]",
  "[[C`]]`",
  "`[[C`]]",
]);

stay("HTML is not read", [
  "<div>\n[[C]]\n</div>",
  "<!-- [[C]] -->",
  "a <!-- [[C]] --> b",
  '<a title="[[C]]">x</a>',
  'a <img alt="[[C]]"> b',
  "<script>\nlet a = [[C]]\n\n[[C]]\n</script>",
  "<?php [[C]] ?>",
  "a <![CDATA[[[C]]]]> b",
]);

become("text between HTML tags is", [
  ["a <b>[[C]]</b>", `a <b>[C](${C})</b>`],
  ["<details>\n\n[[C]]\n\n</details>", `<details>\n\n[C](${C})\n\n</details>`],
  ["`a`[[C]]`b`", `\`a\`[C](${C})\`b\``],
  ["\\`[[C]]\\`", `\\\`[C](${C})\\\``],
]);

stay("destinations and definitions are not read", [
  "[x](<[[C]]>)",
  "[x](/a[[C]])",
  '[x](/a "[[C]]")',
  "<https://a.b/[[C]]>",
  "https://a.b/[[C]]",
  '[x]: /u "[[C]]"',
  "![a [[C]] b](u)",
]);

stay("math is not read", [
  "$$\n[[C]]\n$$",
  "$$\n\n[[C]]\n\n$$",
  "a $$ [[C]] $$ b",
  "$[[C]]$",
  "$a [[C]] b$",
  "$a\n[[C]] b$",
  "[[x $a [[C]] b$",
  "> $$\n> [[C]]\n> $$",
  "| a |\n|---|\n| $[[C]]$ |",
]);

become("a dollar sign begins math only if it does in pandoc", [
  ["$5 [[C]] $6", `$5 [C](${C}) $6`],
  ["$5 [[C]] and 6$5", `$5 [C](${C}) and 6$5`],
  ["$ [[C]] $", `$ [C](${C}) $`],
  ["$5 [[C]] 6 $", `$5 [C](${C}) 6 $`],
  ["$a [[C]] b\\$", `$a [C](${C}) b\\$`],
  ["$a\n\n[[C]] b$", `$a\n\n[C](${C}) b$`],
  ["$$\n\n[[C]]", `$$\n\n[C](${C})`],
  ["costs $$ or [[C]]", `costs $$ or [C](${C})`],
  ["`$`[[C]]`$`", `\`$\`[C](${C})\`$\``],
  ["[[$HOME]] and [[$HOME]]", "[\\$HOME](/languages/std) and [\\$HOME](/languages/std)"],
  ["| a | b |\n|---|---|\n| $x | [[C]] y$ |", `| a | b |\n|---|---|\n| $x | [C](${C}) y$ |`],
]);

describe("a link or math that opens first contains the other: dollar signs in a target are ordinary characters", () => {
  test.each([
    ["[[Lapsus$|Lapsus$]]", "[Lapsus$](/Lapsus$)"],
    ["[[Lapsus$|a]] and [[Lapsus$|b]]", "[a](/Lapsus$) and [b](/Lapsus$)"],
    ["| a |\n|---|\n| [[Lapsus$\\|x$]] |", "| a |\n|---|\n| [x$](/Lapsus$) |"],
    ["$a [[Lapsus$|x]] b$", "$a [[Lapsus$|x]] b$"],
    ["[[Lapsus$|$a|b$]] $[[Lapsus$]]$", "[$a|b$](/Lapsus$) $[[Lapsus$]]$"],
  ])("%j gives %j", (body, expected) => {
    const notes: NoteRow[] = [["me.md"], ["Lapsus$.md"]];
    expect(linked(body, { notes })).toBe(expected.replaceAll("/Lapsus$", "/Lapsus%24"));
  });
});

stay("the text of a link is not read", [
  "[text [[C]]](/u)",
  "[[[C]]](/u)",
  "[a [[C]] b](<u v>)",
  "[a [[C]]][r]\n\n[r]: /u",
  "[[C]][r]\n\n[r]: /u",
  "[![a](b) [[C]]](/u)",
]);

stay("a citation is not read", [
  "[[1]](https://a.b)",
  "[[C]](https://a.b)",
  "[[1]](/papers)",
  "[[1]](../paper.pdf)",
  "[[1]](paper.pdf)",
  "[[1]](mailto:a@b.c)",
  "[[nothing]](here)",
  "[[nothing]]([[C]])",
  "[[^1]]\n\n[^1]: note",
]);

become("but it is a link if the name resolves and the parentheses contain no URL", [
  ["[[C]](the language)", `[C](${C})(the language)`],
  ["[[C]](language)", `[C](${C})(language)`],
  ["[[C|x]](s)", `[x](${C})(s)`],
  ["[[C]]()", `[C](${C})()`],
]);

become("a reference definition with the name does not matter", [
  ["[[C]]\n\n[C]: c.md", `[C](${C})\n\n[C]: c.md`],
  ["[[C|x]]\n\n[C|x]: c.md", `[x](${C})\n\n[C|x]: c.md`],
]);

become("a name or label that starts with ^ is not a footnote", [
  ["[[^caret]]", "[\\^caret](/terms/names/caret)"],
  ["[[^caret]]\n\n[^caret]: note", "[\\^caret](/terms/names/caret)\n\n[^caret]: note"],
  ["[[C|^1]]\n\n[^1]: note", `[\\^1](${C})\n\n[^1]: note`],
]);

fail("a URL is not a note", [
  ["[[https://a.b/c]]", "1:1 external-link ? <https://a.b/c>"],
  ["[[https://a.b/c|x]]", "1:1 external-link ? [x](https://a.b/c)"],
  [
    "[[http://a.b/]][[Hash tabel]]",
    "1:1 external-link ? <http://a.b/>",
    "1:16 broken-link ? [[Hash table]]",
  ],
  ["[[www.a.b]]", "1:1 external-link ? <https://www.a.b>"],
  ["[[mailto:a@b.c]]", "1:1 external-link ? <mailto:a@b.c>"],
  ["[[https://a.b/c d]]", "1:1 external-link ? <https://a.b/c%20d>"],
]);

fail("nothing is embedded", [
  ["![[C]]", "1:1 embed ? [[C]]"],
  ["a ![[C|x]]", "1:3 embed ? [[C|x]]"],
  ["![[C#Syntax]]", "1:1 embed ? [[C#Syntax]]"],
  ["![[C#Syntax|300]]", "1:1 embed ? [[C#Syntax]]"],
  ["![[picture.png]]", "1:1 embed"],
  ["![[nowhere]]", "1:1 embed"],
  ["![[Hash tabel]]", "1:1 embed ? [[Hash table]]"],
  ["| a |\n|---|\n| ![[C|x]] |", "3:3 embed ? [[C\\|x]]", "3:3 bare-bar = ![[C\\|x]]"],
  ["![[https://a.b]]", "1:1 external-link ? <https://a.b>"],
  ["![[nodiscard]]", "1:1 code-as-link ? `![[nodiscard]]` ? !\\[[nodiscard]]"],
]);

fail("code in prose needs backticks or a backslash", [
  ["[[ -f x ]]", "1:1 code-as-link ? `[[ -f x ]]` ? \\[[ -f x ]]"],
  ["if [[ $# -gt 0 ]]", "1:4 code-as-link ? `[[ $# -gt 0 ]]` ? \\[[ $# -gt 0 ]]"],
  ["[[ $a == b ]]", "1:1 code-as-link ? `[[ $a == b ]]` ? \\[[ $a == b ]]"],
  ["[[nodiscard]]", "1:1 code-as-link ? `[[nodiscard]]` ? \\[[nodiscard]]"],
  ['df[["a"]]', '1:3 code-as-link ? `[["a"]]` ? \\[["a"]]'],
  ["x[[1]]", "1:2 code-as-link ? `[[1]]` ? \\[[1]]"],
  ["[[1, 2, 3]]", "1:1 code-as-link ? `[[1, 2, 3]]` ? \\[[1, 2, 3]]"],
  ["[[:alpha:]]", "1:1 code-as-link ? `[[:alpha:]]` ? \\[[:alpha:]]"],
  ["[[ ! -e `x` ]]", "1:1 code-as-link ? ``[[ ! -e `x` ]]`` ? \\[[ ! -e `x` ]]"],
]);

stay("none of the suggestions for it is a link", [
  "\\[[ -f x ]]",
  "`[[nodiscard]]`",
  'df\\[["a"]]',
  "``[[ ! -e `x` ]]``",
]);

test("if two notes with the name are in the note's folder, the one at the root is not preferred", () => {
  const notes: NoteRow[] = [
    ["x/a.md", "T"],
    ["x/b.md", "T"],
    ["c.md", "T"],
  ];
  expect(problemsOf("[[T]]", { notes, in: "x/me.md" })).toEqual([
    "1:1 ambiguous-link ? [[a|T]] ? [[b|T]] ? [[c|T]]",
  ]);
});
