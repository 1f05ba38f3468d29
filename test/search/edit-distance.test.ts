import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../worker/search/edit-distance.ts";

const UTF8 = new TextEncoder();

function distance(a: string, b: string, most: number): number {
  const [x, y] = [UTF8.encode(a), UTF8.encode(b)];
  return editDistance(x, x.length, y, y.length, most);
}

test.each([
  ["hash", "hash", 0],
  ["hash", "hsah", 1],
  ["hash", "has", 1],
  ["hash", "hashs", 1],
  ["hash", "hush", 1],
  ["hash", "ahsh", 1],
  ["hash", "hssa", 2],
  ["hash", "tree", 3],
  ["", "ab", 2],
])("%s to %s: %i, counted up to 2", (a, b, edits) => {
  expect(distance(a, b, 2)).toBe(edits);
});

test("the band gives what the whole matrix gives", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 9 }), (a, b, most) => {
      expect(distance(a, b, most)).toBe(Math.min(wholeMatrix(a, b), most + 1));
    }),
    { numRuns: 3000 },
  );
});

function wholeMatrix(a: string, b: string): number {
  const cost = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => cost[i]![j]!;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      cost[i]![j] = Math.min(
        replaced,
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        swapped ? at(i - 2, j - 2) + 1 : replaced,
      );
    }
  }
  return at(a.length, b.length);
}
