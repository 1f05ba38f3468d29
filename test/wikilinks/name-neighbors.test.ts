import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../scripts/report/nearest.ts";
import type { LinkTarget } from "../../scripts/wikilinks/link-target.ts";
import { LinkTargets } from "../../scripts/wikilinks/link-targets.ts";
import { nameKey } from "../../scripts/wikilinks/name-key.ts";
import { NameNeighbors, type Neighbor } from "../../scripts/wikilinks/name-neighbors.ts";
import type { Route } from "../../worker/contract/route.ts";

/** The nearest names by a look at each: by the length of their keys, then titles, aliases and file names. */
function nearestOf(notes: readonly LinkTarget[], name: string): Neighbor[] {
  const wanted = nameKey(name, "loose");
  const limit = wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3;
  const names = [
    ...notes.map(({ title }, note) => ({ note, name: title })),
    ...notes.flatMap(({ aliases }, note) => aliases.map((alias) => ({ note, name: alias }))),
    ...notes.map(({ file }, note) => ({ note, name: file.slice(2, -3) })),
  ].map((each) => ({ ...each, key: nameKey(each.name, "loose") }));
  const distanceOf = (key: string) => Math.max(1, editDistance(wanted, key, 10));
  const least = Math.min(...names.map(({ key }) => distanceOf(key)));
  if (wanted === "" || least > limit) return [];
  const near = names
    .filter(({ key }) => distanceOf(key) === least)
    .sort((a, b) => a.key.length - b.key.length);
  return near
    .filter(({ note }, i) => near.findIndex((other) => other.note === note) === i)
    .map(({ name, note }) => ({ name, note }));
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "B", "-", " ", "é"), maxLength: 11 });
const note = fc.record({ name: word, title: word, aliases: fc.array(word, { maxLength: 2 }) }).map(
  ({ name, title, aliases }): LinkTarget => ({
    file: `x/${name}.md`,
    route: `/x/${name}` as Route,
    title,
    aliases,
    headings: "[]",
  }),
);

test("the nearest names are those that a look at each name finds", () => {
  fc.assert(
    fc.property(fc.array(note, { minLength: 1, maxLength: 12 }), word, (notes, name) => {
      const targets = new LinkTargets(LinkTargets.share(notes));
      const neighbors = new NameNeighbors(targets, ["titles", "aliases", "files"]);
      expect(neighbors.find(name, 50)).toEqual(nearestOf(notes, name));
    }),
    { numRuns: 3000, seed: 2026 },
  );
});
