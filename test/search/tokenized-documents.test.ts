import fc from "fast-check";
import { expect, test } from "vitest";
import { TokenizedDocuments } from "../../scripts/search-index/tokenized-documents.ts";
import type { Route } from "../../worker/contract/route.ts";
import { tokenize } from "../../worker/contract/search/tokenize.ts";

const text = fc.oneof(
  fc.lorem({ mode: "sentences", maxCount: 3 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("C++", "C, C++ and C#", "+", "a + b", "Dijkstra's", "a".repeat(5000), "é, a"),
);
const document = fc.record({
  title: text,
  tags: fc.array(text, { maxLength: 3 }),
  summary: text,
  route: text.map((path) => `/${path}` as Route),
  collection: fc.constant(""),
});

test("every field is the tokens of its text and every route ends in its pieces, each token once", () => {
  fc.assert(
    fc.property(fc.array(document, { maxLength: 20 }), (documents) => {
      const tokenized = new TokenizedDocuments(documents);
      const { tokens } = tokenized;
      documents.forEach(({ title, tags, summary, route }, i) => {
        [title, tags.join("\n"), summary].forEach((each, field) => {
          const numbers = [...tokenized.field(i, field)];
          expect(numbers.map((number) => tokens[number])).toEqual(tokenize(each));
        });
        const pieces = Array.from(tokenized.route(i), (number) => tokens[number]!.text);
        expect(route.endsWith(pieces.join(""))).toBe(true);
      });
      expect(new Set(tokens.map(({ text, kind }) => kind + text)).size).toBe(tokens.length);
    }),
  );
});
