import { describe, expect, test } from "vitest";
import { asDocuments } from "./as-documents.ts";
import { searchIn } from "./search-in.ts";
import { shippedDocuments } from "./shipped-documents.ts";

const search = searchIn(shippedDocuments());

const STOP_WORDS = "what is the use of a and how do you";
/** Words that no note has. */
const THIRTY = Array.from({ length: 30 }, (_, i) => `x${i}z`).join(" ");

function titles(query: string): string[] {
  return search(query).results.map((result) => result.title);
}

describe("the first note found, among those shipped", () => {
  test.each([
    ["C", "C", "an exact title is first, one letter or not"],
    ["c", "C", "in any case"],
    ["R", "R", "though many words begin with it"],
    ["Go", "Go", "though it is a common English word"],
    ["C++", "C++", "a name of symbols is a name"],
    ["c#", "C#", "and is not its letter"],
    ["F#", "F#", "nor another name of the same symbol"],
    [".NET", ".NET", "a dot may begin a name"],
    ["Node.js", "Node.js", "or stand in it"],
    ["A*", "A* search", "a star belongs to the letter"],
    ["B+ tree", "B+ tree", "a plus too"],
    ["b-tree", "B-tree", "which is not the same tree"],
    ["TCP/IP", "TCP/IP", "a slash parts two words that stand together"],
    ["TCP", "TCP", "either of which may be a title"],
    ["HTTP/2", "HTTP/2", "digits are words"],
    ["UTF-8", "UTF-8", "the hyphen does not matter ..."],
    ["utf8", "UTF-8", "... here either"],
    ["O(n log n)", "Big O notation", "a formula is its letters, side by side"],
    ["hashmap", "Hash table", "taken apart"],
    ["hash-map", "Hash table", "or written so"],
    ["hash map", "Hash table", "or so"],
    ["quick sort", "Quicksort", "joined"],
    ["binarySearchTree", "Binary search tree", "the parts of a name"],
    ["socket", "WebSocket", "a part of a name in a title"],
    ["sorting", "Merge sort", "a word of the same stem in a title, before the summaries"],
    ["haskel", "Haskell", "the beginning of a longer word"],
    ["pyth", "Python", "while it is typed"],
    ["javascrpit", "JavaScript", "two letters swapped"],
    ["deadlok", "Deadlock", "one letter left out"],
    ["garbge colection", "Garbage collection", "in each of two words"],
    ["Ｃ＋＋", "C++", "full width"],
    ["dijkstras algorithm", "Dijkstra's algorithm", "without its apostrophe"],
    ["dijkstra", "Dijkstra's algorithm", "without its ending"],
    ["two's complement", "Two's complement", "with it"],
    ["k means", "k-means clustering", "every word in the title"],
    ["just in time", "Just-in-time compilation", "`in` is not missed, but counts where it stands"],
    ["p versus np", "P versus NP", "stop words in an exact title"],
    ["the halting problem", "Halting problem", "stop words that a title lacks are not missed"],
    ["what is a monad", "Monad", "a question is its rarest word"],
    ["union find", "Union-find", "a title with a hyphen"],
    ["network address translation", "Network address translation", "every word before some"],
    ["search tree binary", "Binary search tree", "in any order"],
  ])("%s: %s, for %s", (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });
});

describe("what a query is read as", () => {
  const small = searchIn(
    asDocuments([
      { title: "Garden", tags: ["trees"] },
      { title: "Trees and trees", summary: "Trees.", tags: ["trees"] },
      { title: "Trees", tags: ["trees"] },
      ...["Web socket", "Web page", "Socket and web", "数据库", "据点"].map((title) => ({ title })),
    ]),
  );

  test.each([
    ["webSocket", ["Web socket"], "the parts of a name stand side by side"],
    ["数据", ["数据库"], "two signs too"],
    ["库", ["数据库"], "one alone is looked for"],
    ["page据点", ["Web page", "据点"], "a word beside signs is a word"],
    ["\u0301", [], "an accent alone is nothing"],
    ["pa socket", ["Web socket", "Socket and web"], "two letters begin a word at the end alone"],
    ["trees tag:trees", ["Trees", "Trees and trees", "Garden"], "a title is one beside operators"],
    ["tag:trees trees", ["Trees", "Trees and trees", "Garden"], "in any order"],
    [`${STOP_WORDS} ${THIRTY} 据点`, ["据点"], "of too many words, common ones are left out"],
  ])("%s finds %j: %s", (query, expected) => {
    expect(small(query).results.map((result) => result.title)).toEqual(expected);
  });
});

describe("how many", () => {
  test.each([
    ["an exact name finds little else", "node.js", 1, 3],
    ["a phrase of two titles finds these", '"binary search"', 2, 4],
    ["one letter finds more, but not all", "c", 2, 49],
    ["nothing like it finds nothing", "xyzzyplugh", 0, 0],
    ["only signs find nothing", "?!", 0, 0],
    ["a tag finds its notes", "tag:graphs", 3, 50],
  ])("%s: %s", (_, query, least, most) => {
    const { count, results } = search(query);
    expect(results).toHaveLength(count);
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  test("every title finds its note first", () => {
    for (const { title } of shippedDocuments()) expect(titles(title)[0], title).toBe(title);
  });

  test("every title in lower case, and with its accents and signs gone, finds its note first", () => {
    for (const { title } of shippedDocuments()) {
      expect(titles(title.toLowerCase())[0], title).toBe(title);
      expect(titles(title.replaceAll("-", " "))[0], title).toBe(title);
    }
  });
});
