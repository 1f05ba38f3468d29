import fc from "fast-check";
import { expect, test } from "vitest";
import { findHeading } from "../../scripts/wikilinks/find-heading.ts";
import { LinkTargets } from "../../scripts/wikilinks/link-targets.ts";
import { NameTable } from "../../scripts/wikilinks/name-table.ts";
import { createResolver } from "../../scripts/wikilinks/resolver.ts";
import type { Route } from "../../worker/contract/route.ts";

const text = fc.oneof(
  fc.constantFrom(
    "Load factor",
    "load-factor",
    "a",
    "A",
    "a-1",
    "C++",
    'is "text":"a"}',
    "é À",
    "",
    "İ",
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const heading = fc.record({ depth: fc.integer({ min: 1, max: 3 }), text });

test("the anchor of a heading is the one that a look at all headings finds", () => {
  const path = fc.array(text, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(fc.array(heading, { maxLength: 6 }), path, (headings, typed) => {
      const names = typed.map((name) => name.trim());
      const targets = new LinkTargets(
        LinkTargets.share([
          {
            file: "a.md",
            route: "/a" as Route,
            title: "a",
            aliases: [],
            headings: JSON.stringify(headings),
          },
        ]),
      );
      const resolver = createResolver(targets, new NameTable(NameTable.share(targets)));
      expect(resolver.anchor(0, names)).toBe(findHeading(headings, names));
    }),
    { numRuns: 5000, seed: 2026 },
  );
});
