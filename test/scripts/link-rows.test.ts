import fc from "fast-check";
import { expect, test } from "vitest";
import { LinkRows } from "../../scripts/crew/link-rows.ts";
import { scanMarkdown } from "../../scripts/wikilinks/scan.ts";
import { documents } from "../wikilinks/documents.ts";

test("links come back as they were, with labels that are written otherwise than they stand", () => {
  const more =
    "\n\n[[a\u00a0b| c  ]] ![[d|\\]] | [[e|^f]] [[g|[h](i)]] [[|j]]\n\n| [[k\\|l]] |\n|---|\n";
  fc.assert(
    fc.property(fc.array(documents, { maxLength: 4 }), (parts) => {
      const rows = new LinkRows();
      const bodies = parts.map((part) => part + more);
      const found = bodies.map((body) => scanMarkdown(body).links);
      const stored = bodies.map((body, i) => rows.put(body, found[i]!));
      expect(bodies.map((body, i) => LinkRows.read(stored[i]!, body))).toEqual(found);
    }),
    { numRuns: 300 },
  );
});

test("more links than a chunk has room for", () => {
  const rows = new LinkRows();
  const body = "[[a|b]] ".repeat(20_000);
  const { links } = scanMarkdown(body);
  expect(LinkRows.read(rows.put(body, links.slice(0, 9)), body)).toEqual(links.slice(0, 9));
  expect(LinkRows.read(rows.put(body, links), body)).toEqual(links);
});
