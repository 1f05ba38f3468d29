import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PartWriter } from "../../scripts/pipeline/parts.ts";
import type { Route } from "../../worker/contract/route.ts";
import { brief, builtVault, note, vault } from "./vault.ts";

const MEBIBYTE = 1024 * 1024;
const route = (i: number) => `/notes/${String(i).padStart(6, "0")}` as Route;
const ROUTES = ["/a", "/b", "/c"] as Route[];
/** The numbers of the notes in each part. */
const divide = (notes: readonly { route: Route; size: number }[]) => {
  const writer = new PartWriter(undefined, () => undefined);
  for (const [i, note] of notes.entries()) writer.add({ ...note, digest: String(i) });
  const numbers = [...notes.keys()];
  return writer.end().map(({ count, size }) => ({ numbers: numbers.splice(0, count), size }));
};

describe("the parts of all notes", () => {
  const sizes = fc.array(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 100, max: 300_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 16 * MEBIBYTE - 12 }) },
    ),
    { maxLength: 400, size: "max" },
  );

  test("have every note once, in order, and 4 to 8 MiB, unless a large note or the end makes them otherwise", () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const notes = all.map((size, i) => ({ route: route(i), size }));
        const parts = divide(notes);
        expect(parts.flatMap(({ numbers }) => numbers)).toEqual([...notes.keys()]);
        parts.forEach(({ numbers, size }, i) => {
          const own = numbers.reduce((sum, each) => sum + notes[each]!.size + 1, 11);
          expect(size).toBe(own);
          expect(size).toBeLessThanOrEqual((numbers.length === 1 ? 16 : 8) * MEBIBYTE);
          const next = parts[i + 1]?.numbers[0];
          if (next !== undefined && size < 4 * MEBIBYTE)
            expect(size + notes[next]!.size).toBeGreaterThan(8 * MEBIBYTE - 2);
        });
      }),
      { seed: 2026, numRuns: 200 },
    );
  });

  test.each([
    ["4 MiB", 4 * MEBIBYTE, [1, 2]],
    ["a byte less", 4 * MEBIBYTE - 1, [2, 1]],
  ])("may end where they have %s", (_, bytes, counts) => {
    // The digest of the first route is less than that of the second.
    const sizes = [bytes - 13, 1000, 6 * MEBIBYTE];
    const notes = sizes.map((size, i) => ({ route: ROUTES[i]!, size }));
    expect(divide(notes).map(({ numbers }) => numbers.length)).toEqual(counts);
  });

  test("keep their ends when a note is edited, but for one edit in hundreds", () => {
    const notes = Array.from({ length: 1400 }, (_, i) => ({
      route: route(i),
      size: 10_000 + ((i * 7919) % 40_000),
    }));
    const ends = (of: typeof notes) => divide(of).map(({ numbers }) => numbers.at(-1));
    const before = ends(notes);
    expect(before.length).toBeGreaterThan(4);
    let moved = 0;
    for (let i = 0; i < notes.length; i += 14) {
      const edited = notes.with(i, { ...notes[i]!, size: notes[i]!.size + 5000 });
      if (ends(edited).join() !== before.join()) moved++;
    }
    expect(moved).toBeLessThanOrEqual(1);
  });
});

test("one edit rewrites one part, and the parts are those of a cold build", async () => {
  const text = (i: number, word: string) => note(`N${i}`, `${word} `.repeat(60_000));
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`n${i}.md`, text(i, "word")]),
  );
  const { started, write, tree, cold } = vault(files);
  const kept = await started();
  const before = tree();
  write("n7.md", text(7, "text"));
  await kept.run(undefined, new Set(["n7.md"]));
  const after = tree();
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  expect(changed.filter((path) => path.includes("/parts/"))).toHaveLength(1);
  expect(Object.keys(after).filter((path) => path.includes("/parts/")).length).toBeGreaterThan(1);
  expect(after).toEqual((await cold()).tree);
  const { parts } = JSON.parse(after["api/v1/digests.json"]!);
  const list = JSON.parse(after["api/v1/notes.json"]!).notes;
  const notes = parts.flatMap((part: string) => JSON.parse(after[`api/v1/${part}`]!).notes);
  expect(notes.map((each: { route: Route }) => each.route)).toEqual(
    list.map((each: { route: Route }) => each.route),
  );
  // Fewer parts are needed.
  for (let i = 0; i < 30; i++) write(`n${i}.md`, note(`N${i}`));
  await kept.run(undefined, new Set(Object.keys(files)));
  expect(tree()).toEqual((await cold()).tree);
  expect(tree()).not.toHaveProperty(["api/v1/parts/2.json"]);
});

test("a note that is too large for a part is an error that says so, and the last output stays", async () => {
  const { build, write, tree } = await builtVault({ "a.md": note("A"), "b.md": note("B") });
  const before = tree();
  write("a.md", note("A", "words ".repeat(2_800_000)));
  const { problems } = await build();
  expect(problems.map(brief)).toEqual(["a.md:1:1 error note-size"]);
  expect(problems[0]?.message).toBe(
    "The note takes more than 16 MiB as JSON. Split it, or list it under `ignore`.",
  );
  expect(tree()).toEqual(before);
});

test("links between notes count in every form, by their targets", async () => {
  const { read } = await builtVault({
    "a.md": note(
      "A",
      "[[b]] [[b#x]] [x](/c) [y](b.md) [[a]] [z](d/e.md) ![i](/d/f) [out](/nowhere)\n\n[r]: /d/f\n",
    ),
    "b.md": note("B", "## x\n\n[[a]]\n"),
    "c.md": note("C"),
    "d/e.md": note("E", "[up](../a.md#top) [[c]]"),
    "d/f.md": note("F", "[self](/d/f) [self](f.md)"),
  });
  expect(JSON.parse(read("api/v1/links.json"))).toEqual({
    count: 3,
    links: { "/a": ["/b", "/c", "/d/e", "/d/f"], "/b": ["/a"], "/d/e": ["/a", "/c"] },
  });
});
