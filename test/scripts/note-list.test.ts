import fc from "fast-check";
import { expect, test } from "vitest";
import { NoteList } from "../../scripts/output/note-list.ts";
import { toSummary } from "../../scripts/output/to-summary.ts";
import type { Route } from "../../worker/contract/route.ts";

const collection = {
  name: "notes",
  folder: "",
  route: "/{path}",
  fields: {},
  list: ["category" as const],
  full: [],
};
const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant("日".repeat(40_000)));
const note = fc.record({
  file: fc.constant("a.md"),
  route: text.map((path) => `/${path}` as Route),
  title: text,
  collection: fc.constant(collection),
  category: text,
  tags: fc.array(text),
  summary: text,
  hasSummary: fc.boolean(),
});

test("the list made note by note is the JSON of the whole", () => {
  fc.assert(
    fc.property(fc.array(note), (notes) => {
      const list = new NoteList(notes.length);
      for (const each of notes) list.add(each);
      const whole = { count: notes.length, notes: notes.map(toSummary) };
      expect(Buffer.from(list.toBytes()).toString()).toBe(JSON.stringify(whole));
    }),
  );
});
