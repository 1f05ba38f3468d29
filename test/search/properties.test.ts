import fc from "fast-check";
import { expect, test } from "vitest";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";
import { asDocuments, searchIn } from "./search-in.ts";

/** Words with all kinds of things in common: stems, prefixes, compounds, parts, spellings, symbols. */
const WORDS = (
  "sort sorting sorted sorter hash map hashmap HashMap hashing tree trees treap Graph graphs graphics " +
  "the of is over C C++ C# .NET node net quicksort quick 数 naïve algorithm algorithms webSocket socket web " +
  "1984 utf8 utf colour colors overmap"
).split(" ");

const phrase = (most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most })
    .map((list) => list.join(" "));
const TAGS = ["trees", "hashing", "web", "data structures"];
const NOTES = fc
  .array(
    fc.record({
      title: phrase(3),
      summary: fc.oneof(fc.constant(""), phrase(8)),
      tags: fc.array(fc.constantFrom(...TAGS), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map(asDocuments);

/** The texts of a note, one a line, in lower case and without accents. */
function textOf({ title, tags, summary }: SearchDocument): string {
  return ` ${[title, ...tags, summary].join(" \n ")} `.toLowerCase().replaceAll("ï", "i");
}

/** Whether a note has these words in a row in its title, one of its tags or its summary. */
function has(document: SearchDocument, words: string): boolean {
  return textOf(document).includes(
    textOf({ ...document, title: words, tags: [], summary: "" }).split("\n")[0]!,
  );
}

/** Checks the routes found by a query that `ask` makes of a text. */
function check(
  text: fc.Arbitrary<string>,
  judge: (
    found: readonly SearchDocument[],
    documents: readonly SearchDocument[],
    text: string,
  ) => void,
  ask: (text: string) => string,
): void {
  fc.assert(
    fc.property(NOTES, text, (documents, asked) => {
      const { results } = searchIn(documents)(ask(asked));
      const found = results.map(({ route }) => documents.find((note) => note.route === route)!);
      judge(found, documents, asked);
    }),
    { numRuns: 300 },
  );
}

test("a phrase finds only notes that have it, if there are any", () => {
  check(
    phrase(3),
    (found, documents, text) => {
      expect(found.filter((note) => !has(note, text))).toEqual([]);
      expect(found.length > 0).toBe(documents.some((note) => has(note, text)));
    },
    (text) => `"${text}"`,
  );
});

test("an excluded word leaves out exactly the notes that have it", () => {
  check(
    fc.constantFrom(...WORDS),
    (found, documents, text) => {
      const rest = documents.filter((note) => note.tags.includes("web") && !has(note, text));
      expect(found).toEqual(rest);
    },
    (text) => `tag:web -${text === "C" ? '"C"' : text}`,
  );
});

test("a note with every word comes before a note without any form of one", () => {
  check(
    phrase(3),
    (found, _, text) => {
      const words = text.split(" ").filter((word) => !STOP_WORDS.includes(word));
      const full = found.map((note) => words.every((word) => has(note, word)));
      const lacking = found.map((note) =>
        words.some((word) => !textOf(note).includes(word.slice(0, 2).toLowerCase())),
      );
      expect(lacking.slice(0, full.lastIndexOf(true) + 1)).not.toContain(true);
    },
    (text) => text,
  );
});

const STOP_WORDS = ["the", "of", "is", "over"];

test("a note whose title is the text comes first", () => {
  fc.assert(
    fc.property(NOTES, fc.nat(), (documents, i) => {
      const { title } = documents[i % documents.length]!;
      expect(searchIn(documents)(title).results[0]?.title.toLowerCase()).toBe(title.toLowerCase());
    }),
  );
});
