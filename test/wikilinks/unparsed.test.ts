import * as satteri from "satteri";
import { describe, expect, test, vi } from "vitest";
import { linkStructure } from "../../scripts/wikilinks/link-structure.ts";

vi.mock("satteri", { spy: true });

describe("what is certain is not parsed", () => {
  test.each([
    ["paragraphs", "a [[C]] `b`\nc <b>d</b> [e](/u)\n\n$5 \\* f\n"],
    ["headings", "# a\n\n## b: c! (d)\n### `e_f<T>` & g_h [i]\n"],
    ["lists and quotes", "- a [[C]]\n- [ ] b\n  - c\n1. d\n\n> [[C]]\n> e\n"],
    ["tables", "| a | [[C\\|x]] |\n|---|:-:|\n| b | c |\n"],
    ["fences", "```js\n[[a, b]]\n# c\n```\n"],
    ["code by its indent", "a\n\n    [[b]]\n\n\t[[c]]\nd\n\n[[C]]\n"],
    ["comments", "<!-- [[a]]\n\n[[b]] --> [[c]]\n[[C]]\n"],
    ["HTML that ends with its end tag", "<pre>\n\n[[a]]\n</pre> [[b]]\n[[C]]\n"],
    ["math in a paragraph and in a table", "$a$ [[C]]\n\n| $a | [[b]] |\n|---|---|\n"],
    ["math over paragraphs", "$$\n[[a]]\n\nb\n$$\n\n[[C]] $$ d\n"],
    ["dollars in the code of items", "- `$a` [[C]]\n- [[C]] `$b`\n"],
    ["brackets in a link's text", "a [b [[c]] [d] `]` e](/u) [[C]]\n"],
    ["what is defined and not referred to", 'a [[C]]\n\n[^1]: b\n\n[ref]: /d "[[e]]"\n'],
    ["CRLF", "# a\r\n\r\n- [[C]]\r\n\r\n```\r\n```\r\n"],
  ])("%s", (_, body) => {
    const parser = vi.spyOn(satteri, "createMdastHandle");
    linkStructure(body);
    expect(parser).not.toHaveBeenCalled();
  });
});
