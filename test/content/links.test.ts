import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { scanMarkdown } from "../../scripts/wikilinks/scan.ts";
import { internalLinks } from "./internal-links.ts";
import { mdastNodes } from "./mdast-nodes.ts";
import { shippedCollection } from "./shipped-collection.ts";

const { notes } = shippedCollection();

/** The anchors of each note, as GitHub would make them of its headings. */
const anchors = new Map(
  notes.map(({ route, markdown }) => {
    const slugger = new GithubSlugger();
    return [
      String(route),
      new Set(scanMarkdown(markdown).headings.map((heading) => slugger.slug(heading.text))),
    ];
  }),
);

test("every link inside the collection leads to a note, and its fragment to a heading", () => {
  const dead = notes.flatMap(({ route, markdown }) =>
    internalLinks(markdown)
      .filter(({ route: to, fragment }) => {
        const headings = anchors.get(to);
        return !headings || (fragment !== undefined && !headings.has(fragment));
      })
      .map((link) => `${route}: ${link.route}#${link.fragment ?? ""}`),
  );
  expect(dead).toEqual([]);
});

test("as many links are served as wikilinks were written, and none is left", () => {
  for (const { route, text, markdown } of notes) {
    const written = scanMarkdown(text).links.length;
    expect([route, internalLinks(markdown).length]).toEqual([route, written]);
    expect([route, scanMarkdown(markdown).links]).toEqual([route, []]);
  }
});

test("links to headings, with labels and in tables are among them", () => {
  const links = notes.flatMap(({ text }) => scanMarkdown(text).links);
  expect(links.filter((link) => link.target.includes("#")).length).toBeGreaterThanOrEqual(10);
  expect(links.filter((link) => link.label !== undefined).length).toBeGreaterThanOrEqual(100);
  expect(links.filter((link) => link.inTable).length).toBeGreaterThanOrEqual(5);
});

test("no label reads as a path or as a note and its heading", () => {
  const unread = notes.flatMap(({ route, markdown }) =>
    mdastNodes(markdown)
      .filter((node) => node.type === "link" && node.url.startsWith("/"))
      .map((link) => ("children" in link ? link.children : []))
      .map((children) => children.map((child) => ("value" in child ? child.value : "")).join(""))
      .filter((label) => label === "" || label.includes(" > ") || /[a-z]\/[a-z]/.test(label))
      .map((label) => `${route}: ${label}`),
  );
  expect(unread).toEqual([]);
});
