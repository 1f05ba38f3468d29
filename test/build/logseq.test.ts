import { describe, expect, test } from "vitest";
import { vault } from "./vault.ts";

const PAGES = {
  "logseq/config.edn":
    '{;; :journal/page-title-format "no"\n :journal/page-title-format "EEE, do MMMM yyyy"}',
  "logseq/bak/pages/Old.md": "an old version",
  "pages/Person___Lyz.md": "alias:: [[Lyz]], the author\ntags:: #people, [[a:b]]\n\n- text",
  "pages/a%3Ab.md": "- # Not a title",
  "pages/Named.md": "title:: Another name\n- text",
  "journals/2026_01_02.md": "- today",
};

/** Builds the graph with one more page; returns what is served of it, its problems and a reader of other notes. */
async function page(body: string, files: Record<string, string> = {}) {
  const { build, read } = vault({ ...PAGES, "pages/me.md": body, ...files });
  const { problems, notes, hint } = await build();
  const routeOf = (file: string) => notes.find((note) => note.file === file)!.route;
  const noteOf = (file: string) => JSON.parse(read(`api/v1/notes${routeOf(file)}.json`));
  return { markdown: noteOf("pages/me.md").markdown, problems, notes, hint, noteOf, routeOf };
}

describe("a folder `logseq` beside `pages` marks a graph", () => {
  test.each([
    ["[[Person/Lyz]] [[lyz]] [[The author]]", "pages/Person___Lyz.md"],
    ["[[a:b]]", "pages/a%3Ab.md"],
    ["[[Another name]] [[named]]", "pages/Named.md"],
    ["[[Fri, 2nd January 2026]] [[2026_01_02]]", "journals/2026_01_02.md"],
    ["#[[a:b]]", "pages/a%3Ab.md"],
  ])("%s", async (links, file) => {
    const { markdown, problems, routeOf } = await page(links);
    expect(problems).toEqual([]);
    expect(markdown).toBe(links.replace(/\[\[(.*?)\]\]/g, `[$1](${routeOf(file)})`));
  });

  test("titles and tags come from names and properties, and old versions are no notes", async () => {
    const { noteOf, notes } = await page("public:: true\n");
    expect(noteOf("pages/Person___Lyz.md")).toMatchObject({
      title: "Person/Lyz",
      tags: ["people", "a:b"],
    });
    expect(noteOf("pages/Named.md").title).toBe("Another name");
    expect(noteOf("pages/a%3Ab.md").title).toBe("a:b");
    expect(noteOf("journals/2026_01_02.md").title).toBe("Fri, 2nd January 2026");
    expect(notes.map(({ file }) => file).filter((file) => file.startsWith("logseq"))).toEqual([]);
  });

  test.each(["public:: false\n- x", "- draft:: true\n- x", "title:: x\npublish:: no"])(
    "%j is left out",
    async (body) => {
      const { notes } = await page("x", { "pages/secret.md": body });
      expect(notes.map(({ file }) => file)).not.toContain("pages/secret.md");
    },
  );

  test.each([
    "## A heading\n\t- [[a:b]]\n\t\t- [[a:b]]\n\t\t  [[a:b]]\n\n\t- [[a:b]]\n",
    "- x\n\t- y\n\t\t- [[a:b]]\n",
  ])("bullets indented by tabs are a list: %j", async (body) => {
    const { markdown, problems, routeOf } = await page(body);
    expect(problems).toEqual([]);
    expect(markdown).toBe(body.replaceAll("[[a:b]]", `[a:b](${routeOf("pages/a%3Ab.md")})`));
  });

  test.each([
    ["[label]([[a:b]])", "[label](ROUTE)"],
    ["- ![x](y) [*two* words]([[Person/Lyz]]), more", "- ![x](y) [*two* words](OTHER), more"],
    ["[a]([[a:b]])[b]([[a:b]])", "[a](ROUTE)[b](ROUTE)"],
    ["\\[label]([[a:b]]) ![x]([[a:b]])", "\\[label]([a:b](ROUTE)) ![x]([[a:b]])"],
    ["`[label]([[a:b]])`", "`[label]([[a:b]])`"],
  ])("a label before a wikilink is its label: %j", async (body, expected) => {
    const { markdown, problems, noteOf, routeOf } = await page(body);
    const routes = { ROUTE: routeOf("pages/a%3Ab.md"), OTHER: routeOf("pages/Person___Lyz.md") };
    expect(markdown).toBe(expected.replace(/ROUTE|OTHER/g, (name) => routes[name as "ROUTE"]));
    expect(problems).toEqual([]);
    expect(noteOf("pages/me.md").summary).not.toMatch(/[[\]]/);
  });

  test("pages without a file and references to blocks are counted in one line", async () => {
    const block = "((64f0a1b2-1234-4234-8234-1234567890ab))";
    const body = `[[No]] [x]([[Such page]]) #[[tag]] ${block} \`${block}\``;
    const { markdown, problems, hint } = await page(body);
    expect(markdown).toBe(`No x #tag ${block} \`${block}\``);
    expect(problems).toEqual([]);
    expect(hint).toBe(
      "In the Logseq graph: 3 links to pages without a file (now text), 1 block reference (unchanged).",
    );
    const strict = await page(body, { "collections.yaml": "rules: { broken-link: warning }" });
    expect(strict.problems.map(({ rule }) => rule)).toEqual(Array(3).fill("broken-link"));
  });

  test("old versions of pages are counted as left out", async () => {
    const { build } = vault({ ...PAGES, "logseq/.recycle/pages_x.md": "x", "pages/me.md": "x" });
    expect((await build()).leftOut).toEqual({ withheld: [], hidden: 2, unpublishable: 0 });
  });

  test("code in a bullet stays code", async () => {
    const body = "# h\n\t- x\n\t  ```\n\t  [[a:b]]\n\t  ```\n\t- `[[a:b]]`\n";
    expect((await page(body)).markdown).toBe(body);
  });
});

test("`logseq:` in collections.yaml decides otherwise", async () => {
  const body = "# h\n\t- [[Person/Lyz]]\n";
  const off = await page(body, { "collections.yaml": "logseq: false\n" });
  expect(off.markdown).toBe(body);
  const files = { "collections.yaml": "logseq: true\n", "Person___Lyz.md": "x", "me.md": body };
  const { build, read } = vault(files);
  expect((await build()).problems).toEqual([]);
  expect(JSON.parse(read("api/v1/notes/me.json")).markdown).toContain(
    "[Person/Lyz](/person___lyz)",
  );
});
