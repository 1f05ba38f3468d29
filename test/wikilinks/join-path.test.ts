import fc from "fast-check";
import { expect, test } from "vitest";
import { joinPath } from "../../scripts/wikilinks/join-path.ts";

test.each([
  ["a/b", "./x", "a/b/x"],
  ["a/b", "../x", "a/x"],
  ["a/b", "../../x/y", "x/y"],
  ["a/b", "../../../x", undefined],
  ["a", "x/../y", "a/y"],
  ["", "x/../../y", undefined],
  ["a", ".x/y", "a/.x/y"],
  ["a", "..", ""],
])("from %j, %j is %j", (folder, path, joined) => {
  expect(joinPath(folder, path)).toBe(joined);
});

test("dots mean the same wherever they stand", () => {
  const part = fc.constantFrom("a", ".", "..", "...", ".b", "");
  const folder = fc.array(fc.constantFrom("a", "b"), { maxLength: 3 });
  fc.assert(
    fc.property(folder, fc.array(part, { minLength: 1, maxLength: 6 }), (from, parts) => {
      const walked: string[] = [...from];
      let isOutside = false;
      for (const each of parts) {
        if (each === "..") isOutside ||= walked.pop() === undefined;
        else if (each !== ".") walked.push(each);
      }
      const joined = joinPath(from.join("/"), parts.join("/"));
      expect(joined).toBe(isOutside ? undefined : walked.join("/"));
    }),
    { numRuns: 2000, seed: 2026 },
  );
});
