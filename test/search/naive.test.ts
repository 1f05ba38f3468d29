import fc from "fast-check";
import { expect, test } from "vitest";
import { naiveEngine } from "./naive-engine.ts";
import { asDocuments, searchIn } from "./search-in.ts";

/** Words with all kinds of things in common: stems, prefixes, compounds, parts, spellings, symbols. */
const WORDS = (
  "sort sorting sorted sorter hash map hashmap HashMap hashing tree trees treap Graph graphs graphics " +
  "the of is over C C++ C# .NET Node.js node net B-tree B+ quicksort quick 数据 数据库 库 naïve algorithm " +
  "algorithms TCP/IP ip webSocket socket web 1984 utf8 utf colour colors overmap"
).split(" ");
const TYPED = [
  ...WORDS,
  ...(
    "gra algoritm algorihtm algorithmic quik hsah so h o 数 utf-8 quicksrot .tree tree# gaph zzz 据库 " +
    "treenode nodejs csharp cplusplus tcpip sortin "
  )
    .trim()
    .split(" "),
  ...["web socket", "hash map", "over map", "c sharp", "dot net", "c plus plus"],
];

const phrase = (words: readonly string[], most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: most })
    .map((list) => list.join(" "));

const NOTE = fc.record({
  title: phrase(WORDS, 3),
  summary: fc.oneof(fc.constant(""), phrase(WORDS, 8)),
  tags: fc.array(fc.constantFrom("trees", "hashing", "web", "data-structures"), { maxLength: 2 }),
});

/** Calls `compare` with the results of the engine and of the naive one. */
function withMostNotes(
  maxLength: number,
  compare: (found: string[], naive: string[], query: string) => void,
): void {
  const queries = fc.array(phrase(TYPED, 3), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(NOTE, { minLength: 1, maxLength }), queries, (notes, texts) => {
      const documents = asDocuments(notes);
      const search = searchIn(documents);
      const naive = naiveEngine(documents);
      for (const text of texts) {
        const found = search(text).results.map((result) => result.route);
        compare(found, naive(text), text);
      }
    }),
    { numRuns: 200 },
  );
}

test("in one block, finds the same notes as a naive search, in the same order", () => {
  withMostNotes(8, (found, naive, query) => expect(found, query).toEqual(naive));
});

test("in many blocks, finds notes in the same order, but may skip blocks with low estimates", () => {
  withMostNotes(40, (found, naive, query) => {
    const both = found.filter((route) => naive.includes(route));
    expect(both, query).toEqual(naive.filter((route) => both.includes(route)));
    expect(found.length > 0, query).toBe(naive.length > 0);
  });
});
