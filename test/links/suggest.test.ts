import fc from "fast-check";
import { expect, test } from "vitest";
import { NameIndex, nameKey } from "../../scripts/links/name-index.ts";
import { type NamedAs, Suggester } from "../../scripts/links/suggest.ts";
import type { Named } from "../../scripts/notes/parsed-file.ts";
import { editDistance } from "../../worker/contract/edit-distance.ts";

function namesOf(notes: readonly Named[]): NamedAs[] {
  return notes.flatMap(({ title, aliases }, note) =>
    [title, ...aliases].map((name) => ({ note, name })),
  );
}

/** The nearest names by comparing all of them. */
function nearestOf(all: readonly NamedAs[], name: string): NamedAs[] {
  const wanted = nameKey(name, "loose");
  const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
  const names = all.map((each) => ({ ...each, key: nameKey(each.name, "loose") }));
  const distanceOf = (key: string) => Math.max(1, editDistance(wanted, key, 10));
  const least = Math.min(...names.map(({ key }) => distanceOf(key)));
  if (wanted === "" || least > limit) return [];
  const near = names.filter(({ key }) => distanceOf(key) === least);
  return near
    .filter(({ note }, i) => near.findIndex((other) => other.note === note) === i)
    .map(({ name, note }) => ({ name, note }));
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "B", "-", " ", "é"), maxLength: 11 });
const note = fc.record({
  file: fc.constant("a file whose name is too long to be near.md"),
  title: word,
  aliases: fc.array(word, { maxLength: 2 }),
});

test("the nearest names are the same as those found by comparing all names", () => {
  fc.assert(
    fc.property(fc.array(note, { minLength: 1, maxLength: 12 }), word, (notes, name) => {
      const index = new NameIndex(notes);
      if (index.locate(name, "").length > 0) return;
      const { names, isCertain } = new Suggester(index).suggest(name, "");
      const nearest = nearestOf(namesOf(notes), name).slice(0, 3);
      expect(names.map(({ note }) => note)).toEqual(nearest.map(({ note }) => note));
      expect(isCertain).toBe(false);
    }),
    { numRuns: 3000, seed: 2026 },
  );
});
