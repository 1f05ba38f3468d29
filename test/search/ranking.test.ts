import { describe, expect, test } from "vitest";
import { MADE } from "./made-collection.ts";
import { asDocuments, searchIn } from "./search-in.ts";

const search = searchIn(MADE);

function titles(query: string): string[] {
  return search(query).results.map((result) => result.title);
}

/** A query, the title that it finds first, and why. */
type Row = [query: string, title: string, why: string];

const NAMES: Row[] = [
  ["c", "C", "an exact title is first, one letter or not"],
  ["R", "R", "though many words begin with it"],
  ["Go", "Go", "though it is a common word"],
  ["java", "Java", "before a title that begins with it"],
  ["C++", "C++", "a name of symbols is a name"],
  ["f#", "F#", "nor another name of the same symbol"],
  [".net", ".NET", "a dot may begin a name"],
  ["Node.js", "Node.js", "or stand in it"],
  ["A*", "A* search", "a star belongs to the letter"],
  ["b+tree", "B+ tree", "as does a plus, with or without a space"],
  ["b-tree", "B-tree", "which is another tree"],
  ["utf8", "UTF-8", "a hyphen may be left out"],
  ["k, binary search.", "Binary search", "signs around words do not matter"],
  ["dijkstras algorithm", "Dijkstra's algorithm", "nor does an apostrophe"],
  ["c programming", "Zig", "what holds both words"],
  ["search tree binary", "Binary search tree", "words in any order"],
  ["the heap", "Heap", "common words that a title lacks are not missed"],
];

const AS_SAID: Row[] = [
  ["csharp", "C#", "a sign as it is said"],
  ["c sharp", "C#", "in two words"],
  ["cplusplus", "C++", "two signs"],
  ["c plus plus", "C++", "in three words"],
  ["dotnet", ".NET", "a sign in front"],
  ["dot net", ".NET", "in two words"],
  ["astar", "A* search", "a star"],
  ["a star", "A* search", "in two words"],
  ["b plus tree", "B+ tree", "inside of a title"],
  ["nodejs", "Node.js", "without its sign"],
  ["tcpip", "TCP/IP", "without its sign"],
  ["cicd", "CI/CD", "halves of two letters"],
  ["btree", "B-tree", "a half of one letter"],
  ["element plus", "Linked list", "a word that is no sign where it is none"],
];

const FORMS: Row[] = [
  ["hashtable", "Hash table", "two words written as one"],
  ["hash-table", "Hash table", "or with a hyphen"],
  ["quick sort", "Quicksort", "one word written as two"],
  ["over fitting", "Overfitting", "the first of them a common word"],
  ["binarySearchTree", "Binary search tree", "the parts of a name"],
  ["media element", "HTMLMediaElement", "parts of a name in a title"],
  ["sorted", "Merge sort", "a form of a word of a title, before those of summaries"],
  ["memoization", "Dynamic programming", "American for what a summary writes in British"],
  ["optimisation", "Dynamic programming", "and the other way round"],
  ["borrow checker", "Rust", "both words, before a rare one"],
  ["topological sort", "Depth-first search", "both words in other forms, before a title with one"],
  ["Ｂｉｎａｒｙ Ｓｅａｒｃｈ", "Binary search", "full width"],
];

const MISSPELLED: Row[] = [
  ["javascrpit", "JavaScript", "two letters swapped"],
  ["deadlok", "Deadlock", "one letter left out"],
  ["avascript", "JavaScript", "the first letter left out"],
  ["garbge colection", "Garbage collection", "in each of two words"],
  ["bniary saerch", "Binary search", "an exact title but for its spelling, before longer ones"],
  ["dikstra", "Dijkstra's algorithm", "a word that goes on"],
  ["encyrption", "RSA", "another ending than that of the text"],
  ["html medai elemnet", "HTMLMediaElement", "inside of a name"],
  ["алгорим", "Алгоритм", "one slip is one slip in Cyrillic"],
  ["алгориттм", "Алгоритм", "whatever it is"],
  ["αλγόρθμος", "Αλγόριθμος", "in Greek"],
  ["알고지즘", "알고리즘", "in Korean"],
  ["ალგორთმი", "ალგორითმი", "in Georgian"],
];

const OTHER_SCRIPTS: Row[] = [
  ["АЛГОРИТМ", "Алгоритм", "capitals"],
  ["αλγοριθμοσ", "Αλγόριθμος", "without its accent, and with a final letter that is none"],
  ["الخوارزمية", "خوارزمية البحث", "with the Arabic article"],
  ["بحث", "خوارزمية البحث", "or without that of the text"],
  ["数据", "数据库", "the beginning of a title without spaces"],
];

describe.each([
  ["names", NAMES],
  ["names as they are said", AS_SAID],
  ["other forms of a word", FORMS],
  ["misspelled words", MISSPELLED],
  ["letters beyond ASCII", OTHER_SCRIPTS],
])("the first note found by %s", (_, rows) => {
  test.each(rows)("%s: %s, %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });
});

describe("what is not meant is not found", () => {
  test.each([
    ["rest api", ["Register allocation"], "what has one of the words"],
    ["vm", ["Virtual machine"], "what is tagged so, and nothing that has the letters"],
    ["os", [], "not `OCaml` or another word with these letters"],
    ["ml", [], "not the end of a name"],
    ["oop", [], "not `loop`, one letter away"],
    ["avascrpit", [], "not what has another first letter and one more slip"],
    ["xyzzyplugh", [], "nothing like it"],
    ["?!", [], "only signs"],
    ["\u0301", [], "an accent alone"],
  ])("%s finds %j: %s", (query, expected) => {
    expect(titles(query)).toEqual(expected);
  });

  test("a word as it is comes before one that is nearly another", () => {
    expect(titles("memory leek")[0]).toBe("Virtual memory");
    expect(titles("memory leek")).not.toContain("Leap seconds");
  });
});

describe("while a title is typed", () => {
  test.each([
    ["binary se", "Binary search", "the shorter of two titles, as when it is complete"],
    ["binary search t", "Binary search tree", "the other from its first letter on"],
    ["garbage c", "Garbage collection", "not C, though that is a title"],
    ["jav", "Java", "before JavaScript"],
    ["depth-first s", "Depth-first search", "a last letter"],
  ])("%s shows %s first: %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });

  test("a title that is first once stays first", () => {
    const lost = MADE.map(({ title }) => title).filter((title) => {
      const typed = [...title].map((_, i, all) =>
        all
          .slice(0, i + 1)
          .join("")
          .trim(),
      );
      const isFirst = typed.filter(Boolean).map((query) => titles(query)[0] === title);
      return isFirst.slice(isFirst.indexOf(true)).includes(false);
    });
    expect(lost).toEqual([]);
  });

  test("every title finds its note first, in lower case and with its hyphens gone", () => {
    for (const { title } of MADE) {
      expect(titles(title)[0]).toBe(title);
      expect(titles(title.toLowerCase())[0]).toBe(title);
      expect(titles(title.replaceAll("-", " "))[0]).toBe(title);
    }
  });
});

describe("what a query is read as", () => {
  const small = searchIn(
    asDocuments([
      { title: "Garden", tags: ["trees"] },
      { title: "Trees and trees", summary: "Trees.", tags: ["trees"] },
      { title: "Trees", tags: ["trees"] },
      ...["Web socket", "Web page", "Socket and web", "数据库", "据点"],
    ]),
  );

  test.each([
    ["webSocket", ["Web socket"], "the parts of a name stand side by side"],
    ["数据", ["数据库"], "two signs too"],
    ["库", ["数据库"], "one alone is looked for"],
    ["page据点", ["Web page", "据点"], "a word beside signs is a word"],
    ["pa socket", ["Web socket", "Socket and web"], "two letters begin a word at the end alone"],
    ["trees tag:trees", ["Trees", "Trees and trees", "Garden"], "a title is one beside operators"],
    ["tag:trees trees", ["Trees", "Trees and trees", "Garden"], "in any order"],
  ])("%s finds %j: %s", (query, expected) => {
    expect(small(query).results.map((result) => result.title)).toEqual(expected);
  });
});
