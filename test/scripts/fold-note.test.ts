import { expect, test } from "vitest";
import { foldNote } from "../../scripts/crew/fold-note.ts";
import type { ParsedNote } from "../../scripts/notes/parsed-note.ts";
import { scanMarkdown } from "../../scripts/wikilinks/scan.ts";

const COLLECTION = { name: "n", folder: "", route: "/{path}", fields: {}, list: [], full: [] };

function fold(body: string, fields: Partial<ParsedNote> = {}) {
  return foldNote({
    file: "a.md",
    text: body,
    bodyStart: 0,
    bodyLine: 1,
    collection: COLLECTION as unknown as ParsedNote["collection"],
    title: 'A "title"',
    tags: [],
    summary: "",
    hasSummary: false,
    aliases: [],
    scan: scanMarkdown(body),
    ...fields,
  });
}

test("what is folded up is JSON", () => {
  const note = fold('# a "b"\n\n[[c]] [[c#d]] [[c]]\n\n## `e\\f`\n', {
    tags: ['x"', "y"],
    summary: "one\ttwo",
    aliases: ["z\n"],
  });
  expect({
    ...note,
    headings: JSON.parse(note.headings),
    listing: JSON.parse(note.listing),
  }).toEqual({
    title: 'A "title"',
    aliases: ["z\n"],
    headings: [
      { depth: 1, text: 'a "b"' },
      { depth: 2, text: "e\\f" },
    ],
    links: "c\nc#d",
    listing: { tags: ['x"', "y"], summary: "one\ttwo", hasSummary: false },
  });
});

test("a category and a domain, and nothing at all", () => {
  const { listing } = fold("a", { category: "c", domain: 'd"', hasSummary: true, summary: "s" });
  expect(listing).toBe(
    '{"category":"c","domain":"d\\"","tags":[],"summary":"s","hasSummary":true}',
  );
  expect(fold("a")).toMatchObject({ headings: "[]", links: "" });
});
