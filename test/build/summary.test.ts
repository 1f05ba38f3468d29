import { describe, expect, test } from "vitest";
import { scanMarkdown } from "../../scripts/markdown/scan.ts";
import { cutSummary } from "../../scripts/notes/parse-file.ts";

function summarize(body: string): string {
  return cutSummary(scanMarkdown(body).excerpt);
}

describe("a note without a summary gets its first paragraph, as a reader sees it", () => {
  test.each([
    ["# a\n\n```\nb\n```\n\nc [[d#e]] and [[f|g]].\nh\n", "c d > e and g. h"],
    ["a *b* `c` ![d](e) [f](g) &amp;\n", "a b c f &"],
    ["[[C#]] and [[C##d]].\n", "C# and C# > d."],
    ["[[a|# b]] c\n", "# b c"],
    ["a[[b|_c_]]d\n", "acd"],
    ["> - > a\n>   > [[b|*c*]]\n>   d\n> e\nf\n", "a c d e f"],
    ["a [b][c] [[d]][^1]\n\n[c]: /e\n\n[^1]: f\n", "a b d"],
    ["| [[a|b]] |\n|---|---|\n\nc\n", "c"],
    ["- a\n", "a"],
    ["a [b]\n\n[b]: /c\n", "a b"],
    ["#a #b/c\n\nd #e\n", "d #e"],
    ["# a\n\n#b, #c\n#d\n\n[[e]]\n", "e"],
    ["#a\n\n- #b\n- c\n", "c"],
    ["#a: b\n\nc\n", "#a: b"],
    ["%% comment\n\nmore %%\n\nText %%not this%% here.", "Text here."],
    ["key:: value\nother key:: [[x]]\n\nText.", "Text."],
    ["[due:: 2024-01-02] (a:: b)\n\nAte [buns:: 4] with (who:: [[A]]).", "Ate 4 with A."],
    ["Tags: #a, b\nText.", "Text."],
    ["author: A\nyear: 2\n\nText.", "Text."],
    ["标签：甲\n\n正文。", "正文。"],
    ["+++\ntitle = 'x'\n\n[a]\nb = []\n+++\n\nText.", "Text."],
    ["> [!note] Title\n> Text.", "Text."],
    ["- [ ] Do it.", "Do it."],
    ["| a | b |\n| c | d |\n\nText.", "Text."],
    ["https://a.b/c\n\n<https://a.b>\n\nSee: https://a.b\n\nText.", "Text."],
    ["{{ template }}\n\n<% tp.date %>\n\nText.", "Text."],
    ["2024-01-02\n\nMonday, 3rd of June 2024\n\nText.", "Text."],
    ["The parts:\n\n- a\n\nText.", "Text."],
    ["It works. The parts:\n\n- a\n", "It works."],
    ["**bold **text and ==marked== __init__ a*b*c", "bold text and marked init abc"],
    ["From $x \\le \\mathbf{n}$ on, for $5 and $6.", "From x le n on, for $5 and $6."],
    ["![a](file://b c (d).pdf) Text ((0a1b2c3d-0a1b)) here[^1].", "Text here."],
    [
      "Part of a [row]({% url b %}) of [the\nother]({{ c }} d) parts.",
      "Part of a row of the other parts.",
    ],
    ["![a](b)\n*The caption*\n\nA text of words.", "A text of words."],
    ["![a](b) [C 1.2]\n\n- [D 3.4]\n- Text.", "Text."],
    ["![a](b) The caption", "The caption"],
    ["![a](b)\nA sentence.\n\nThe text below it.", "A sentence."],
    ["Photo by A on B\n\nImage source: C\nD\n\n*image: E*\n\nText.", "Text."],
    ["It is $$\\begin{align*} a &= b \\\\ c &= d \\end{align*}$$", "It is a = b c = d"],
    ["- #C++20\n", ""],
    ["Words ^^marked^^ twice.", "Words marked twice."],
    ["- id: `a.b`\n", ""],
    ['<%= image title: "a", text: %{b} %>\n\nText.', "Text."],
    ["TODO [#A] Write it.", "Write it."],
    [":::caution[Old]\nText.\n:::", "Text."],
    ["(a/b-c)=\n\n:child-align: justify\n\nText.", "Text."],
    ['!!! note "Title"\nText.', "Text."],
    [
      "import A, { b } from '~/c.astro';\nimport \"d\";\n\nexport const e = 1;\n\n<A />\n\nText.",
      "Text.",
    ],
    ["#: 2698\nDifficult: Hard\nCreated time: October 17, 2023\n\nText.", "Text."],
    ["import A from 'a'; import { B } from \"b\";\nimport {\n  C,\n} from 'c'\n\nText.", "Text."],
    ["import the data from 'a' first", "import the data from 'a' first"],
    ["`= this.Description`\n\nText of `=> x`.", "Text of => x."],
    ["importance: 5\n\nText.", "Text."],
    ["Answer: yes\n\nText.", "Text."],
    ["^41116d\n\nDescription\n\nText with $\\lim\\limits_x$ ^0a-b", "Text with lim _x"],
    ["Note: short.\n\nText.", "Note: short."],
    [
      "{% comment %}\n\nold\n\n{% endcomment %} Text {%- comment -%}no{% endcomment %}here.",
      "Text here.",
    ],
    ["书名：安静\n\n文档地址：https://a.b/c\n\n正文。", "正文。"],
    ["[[a]]\n[b](c) #d\n\nA text of words.", "A text of words."],
    ["[[a]]\n\nVia d.\n\n- [b](c)\n", "a"],
    ["upstream: [[a]], [[b]]\nsee also: [c](d) #e\n\nA text of words.", "A text of words."],
    ["upstream: [[a]]\n", ""],
    ["> [!abstract] Index\n> 1. [[#a]]\n\n[[b]]\n\nWords about [[b]].", "Words about b."],
    ["==⚠  Switch to EXCALIDRAW VIEW in the menu. ⚠==\n\nText.", "Text."],
    ["It is true. I.e.\n\n$$\nx\n$$\n", "It is true."],
    ["**Summary:** Text.", "Text."],
    ["References\n\nSummary:\nText.", "Text."],
    ["- 出版社：甲\n- 简介：正文。\n", "正文。"],
    ["- \n", ""],
  ])("%j", (body, summary) => {
    expect(summarize(body)).toBe(summary);
  });
});

test.each([
  [`${"words and more ".repeat(30)}end`, /^(?:words and more )*words(?: and(?: more)?)?…$/],
  ["日本".repeat(200), /^(?:日本){150}…$/],
  [`a${"😀".repeat(200)}`, /^a(?:😀)+…$/u],
  [`${"a".repeat(290)} bbbbbbbbbbbbbbbbbbbbbbbb`, /^a{290}…$/],
  [`${"a".repeat(100)} ${"b".repeat(250)}`, /^a{100} b{199}…$/],
  [`${"a".repeat(298)} b`, /^a{298} b$/],
  [`a${".".repeat(400)}`, /^a…$/],
])("a long paragraph is cut at a word near 300 characters, %#", (body, expected) => {
  const summary = summarize(body);
  expect(summary).toMatch(expected);
  expect(summary.length).toBeLessThanOrEqual(301);
  expect(summary.isWellFormed()).toBe(true);
});
