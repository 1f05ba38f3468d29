import fc from "fast-check";
import { expect, test } from "vitest";
import { naiveEngine } from "./naive-engine.ts";
import { asDocuments, searchIn } from "./search-in.ts";

/** Words with everything in common: stems, beginnings, compounds, parts, near spellings, symbols. */
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

test("finds what reading every note for every query finds, in the same order", () => {
  const note = fc.record({
    title: phrase(WORDS, 3),
    summary: fc.oneof(fc.constant(""), phrase(WORDS, 8)),
    tags: fc.array(fc.constantFrom("trees", "hashing", "web", "data-structures"), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(
      fc.array(note, { minLength: 1, maxLength: 40 }),
      fc.array(phrase(TYPED, 3), { minLength: 1, maxLength: 6 }),
      (notes, queries) => {
        const documents = asDocuments(notes);
        const search = searchIn(documents);
        const naive = naiveEngine(documents);
        for (const query of queries) {
          const found = search(query).results.map((result) => result.route);
          expect(found, query).toEqual(naive(query));
        }
      },
    ),
    { numRuns: 200 },
  );
});
