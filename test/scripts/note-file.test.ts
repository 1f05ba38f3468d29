import fc from "fast-check";
import { expect, test } from "vitest";
import type { Note } from "../../scripts/notes/note.ts";
import { noteFile } from "../../scripts/output/note-file.ts";
import type { Route } from "../../worker/contract/route.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }).map((any) => any.toWellFormed()),
  fc.constantFrom(
    "",
    'a "b" \\ c',
    "\n\r\t\0\u007f\u0080\u2028",
    "é",
    "日本 😀",
    "x".repeat(70_000),
  ),
);

/** A note with the fields that its file shows, and with others that it does not. */
const note = fc
  .record({ title: text, summary: text, tags: fc.array(text), markdown: text, domain: text })
  .map(
    (fields): Note => ({
      ...fields,
      file: "a/b.md",
      route: "/a/b" as Route,
      text: "not shown",
      bodyStart: 0,
      bodyLine: 1,
      collection: {
        name: "a",
        folder: "a",
        route: "/a/{path}",
        fields: {},
        list: [],
        full: ["domain", "category"],
      },
      hasSummary: true,
      aliases: ["not shown"],
      scan: { links: [], headings: [] },
    }),
  );

test("a note's file is its fields as JSON, in the order of the contract, to the byte", () => {
  fc.assert(
    fc.property(note, (each) => {
      const { title, domain, tags, summary, markdown } = each;
      const fields = { route: "/a/b", title, collection: "a", domain, tags, summary, markdown };
      const { path, bytes } = noteFile(each);
      expect(path).toBe("api/v1/notes/a/b.json");
      expect(Buffer.from(bytes).equals(Buffer.from(JSON.stringify(fields)))).toBe(true);
    }),
    { numRuns: 500, seed: 2026 },
  );
});
