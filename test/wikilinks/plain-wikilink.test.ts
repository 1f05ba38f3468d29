import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findWikilinks } from "../../scripts/wikilinks/find-wikilinks.ts";
import { linkStructure } from "../../scripts/wikilinks/link-structure.ts";
import { plainWikilink } from "../../scripts/wikilinks/plain-wikilink.ts";
import type { Span, Structure } from "../../scripts/wikilinks/read-structure.ts";
import { documents } from "./documents.ts";

/** A structure of the same meaning in which no link is plain: an address in brackets is text. */
function roughened(body: string, { spans, ...rest }: Structure): Structure {
  const addresses = [...body.matchAll(/(?<!\\)\[\[(?=[^[\]\\|\s])/g)].map(
    ({ index }): Span => ({ start: index + 2, end: index + 3, kind: "address" }),
  );
  const free = addresses.filter(({ start, end }) =>
    spans.every((span) => span.end <= start - 2 || span.start >= end),
  );
  return { ...rest, spans: [...spans, ...free].sort((a, b) => a.start - b.start || b.end - a.end) };
}

describe("a plain link is read as any other", () => {
  const link = fc
    .tuple(
      fc.constantFrom("", "!", "\\", "\\!", "a", "["),
      fc.string({ unit: fc.constantFrom(..."ab |^\u00a0\\[]\n\t#é") }),
    )
    .map(([before, inner]) => `${before}[[${inner}]]`);
  const body = fc.oneof(
    fc.array(link).map((links) => links.join(" ")),
    documents,
  );

  test("whatever stands in its brackets", () => {
    fc.assert(
      fc.property(body, fc.boolean(), (text, isRow) => {
        const structure = text.includes("|")
          ? { blocks: [{ start: 0, end: text.length, isRow }], spans: [], headings: [] }
          : linkStructure(text);
        expect(findWikilinks(text, structure)).toEqual(
          findWikilinks(text, roughened(text, structure)),
        );
      }),
      { numRuns: 3000, seed: 2026 },
    );
  });
});

test.each([
  ["[[a]]", true],
  ["[[a|b c]]", true],
  ["[[a|b|c]]", true],
  ["[[a\u00a0b]]", true],
  ["[[ a ]]", false],
  ["[[a|]]", false],
  ["[[a|^b]]", false],
  ["[[a\\|b]]", false],
  ["[[a[b]]", false],
  ["[[a\nb]]", false],
  ["[[a]b]]", false],
  ["[[]]", false],
  ["[[a", false],
])("%j is plain: %j", (text, isPlain) => {
  const block = { start: 0, end: text.length, isRow: false };
  expect(plainWikilink(text, 0, block, text.length) !== undefined).toBe(isPlain);
});
