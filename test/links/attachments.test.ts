import { describe, expect, test } from "vitest";
import { vault } from "../build/vault.ts";
import { linkIn, type NoteRow } from "./vault.ts";

const FILES = ["img/a b.png", "docs/Paper (1).pdf", "terms/memory/plot.xyz", "old.md"];
const BASE = "https://files.example/v";

describe("with an address for attachments, embeds and links to files lead there", () => {
  test.each([
    ["![[a b.png]]", `![a b.png](${BASE}/img/a%20b.png)`],
    ["a ![[img/a b.png|300]] b", `a ![300](${BASE}/img/a%20b.png) b`],
    ["![[a b.png|A *picture*]]", `![A *picture*](${BASE}/img/a%20b.png)`],
    ["| a |\n|---|\n| ![[a b.png\\|30x20]] |", `| a |\n|---|\n| ![30x20](${BASE}/img/a%20b.png) |`],
    ["![[Paper (1).pdf#page=3]]", `[Paper (1).pdf](${BASE}/docs/Paper%20%281%29.pdf#page=3)`],
    ["![x](<../../img/a b.png> 'T')", `![x](<${BASE}/img/a%20b.png> 'T')`],
    ["[x](plot.xyz#y)", `[x](${BASE}/terms/memory/plot.xyz#y)`],
    [
      "[x][r]\n\n[r]: ../../docs/Paper%20(1).pdf\n",
      `[x][r]\n\n[r]: ${BASE}/docs/Paper%20%281%29.pdf\n`,
    ],
  ])("%j gives %j", (body, expected) => {
    for (const attachments of [BASE, `${BASE}/`]) {
      const linked = linkIn(body, { files: FILES, attachments, in: "terms/memory/page.md" });
      expect(linked).toMatchObject({ markdown: expected, problems: [], unpublishedFiles: 0 });
    }
  });

  test.each(["![x](none.png)", "[x](old.md)", "[x](https://a.b/c.png)", "`![[a b.png]]`"])(
    "%j does not change",
    (body) => {
      expect(linkIn(body, { files: FILES, attachments: BASE }).markdown).toBe(body);
    },
  );

  test("a missing file is a problem, and its embed is removed", () => {
    const { markdown, problems } = linkIn("a ![[none.png]]", { files: FILES, attachments: BASE });
    expect(markdown).toBe("a ");
    expect(problems.map(({ message }) => message)).toEqual([
      'There is no file "none.png" to show.',
    ]);
  });

  test.each(["![[007.jpg]]", "![[pictures/007.jpg|300]]"])(
    "%s is the picture, whatever note is named after it",
    (body) => {
      const notes: NoteRow[] = [["me.md"], ["pictures/007.jpg.md"]];
      const setting = { files: ["pictures/007.jpg"], notes };
      const { markdown } = linkIn(body, { ...setting, attachments: BASE });
      expect(markdown).toMatch(/^!\[.*\]\(https:\/\/files\.example\/v\/pictures\/007\.jpg\)$/);
      expect(linkIn(body, setting)).toMatchObject({ markdown: "", unpublishedFiles: 1 });
      expect(linkIn(body.slice(1), setting).markdown).toMatch(/\(\/pictures\/007\.jpg\)$/);
    },
  );

  test("a note wins over a file", () => {
    const { markdown } = linkIn("[[C]]", { files: ["C.png", "x/C"], attachments: BASE });
    expect(markdown).toBe("[C](/languages/c)");
  });
});

describe("without one, embeds of files are removed, links to them stay, and both are counted", () => {
  test.each([
    ["a ![[a b.png|300]] b", "a  b", 1],
    ["![[none.png]] ![[plot.xyz|x]]", " ", 2],
    ["![x](img/a%20b.png) [y](docs/Paper%20%281%29.pdf)", undefined, 2],
  ])("%j gives %j", (body, expected = body, unpublishedFiles) => {
    const linked = linkIn(body, { files: FILES });
    expect(linked).toMatchObject({ markdown: expected, problems: [], unpublishedFiles });
  });

  test("in one line of the report, until an address is given", async () => {
    const { build, read, write } = vault({
      "a.md": "![[p.png]]",
      "b.md": "![x](p.png)",
      "p.png": "",
    });
    const { problems, hint } = await build();
    expect(problems).toEqual([]);
    expect(hint).toMatch(/^2 links to pictures and files are not served.*`attachments:`/);
    const markdownOf = (name: string) => JSON.parse(read(`api/v1/notes/${name}.json`)).markdown;
    expect([markdownOf("a"), markdownOf("b")]).toEqual(["", "![x](p.png)"]);

    write("collections.yaml", "attachments: https://a.b/c\n");
    expect((await build()).hint).toBeUndefined();
    expect(markdownOf("b")).toBe("![x](https://a.b/c/p.png)");
    await build({ attachments: "https://d.e" });
    expect(markdownOf("a")).toBe("![p.png](https://d.e/p.png)");
  });
});
