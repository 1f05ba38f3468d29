import fc from "fast-check";
import GithubSlugger from "github-slugger";
import { expect, test } from "vitest";
import { headingSlugs } from "../../scripts/links/headings.ts";

const TEXTS = [
  "Load factor",
  "load factor",
  "a",
  "a-1",
  "A-1",
  "a_b",
  "C++",
  "é À",
  "İ",
  "",
  "-",
  "__proto__",
];

test("anchors are those of GitHub's own slugger", () => {
  const texts = fc.array(fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(texts, (all) => {
      const slugger = new GithubSlugger();
      const expected = all.map((text) => slugger.slug(text));
      expect(headingSlugs(all.map((text) => ({ depth: 2, text })))).toEqual(expected);
    }),
    { numRuns: 2000, seed: 2026 },
  );
});
