import { describe, expect, test } from "vitest";
import type { Route } from "../worker/contract/route.ts";
import type { SearchResponse } from "../worker/contract/search-response.ts";
import { asDocuments, searchIn } from "./search/search-in.ts";

type Entries = Parameters<typeof asDocuments>[0];

function answer(query: string, entries: Entries): SearchResponse {
  return searchIn(asDocuments(entries))(query);
}

/** Searches the given notes; returns the titles found, best first. */
function find(query: string, entries: Entries): string[] {
  return answer(query, entries).results.map((result) => result.title);
}

const NAMES = ["C++", "C#", "F#", ".NET", "Node.js", "TCP/IP", "UTF-8"];
const OTHERS = ["C", "Go", "R", "Caching", "Rust", "A* search"];

describe("4. Search", () => {
  test.each([
    ["case", "HASH Table"],
    ["accents", "hásh täble"],
    ["Unicode width", "ｈａｓｈ　ｔａｂｌｅ"],
  ])("%s does not matter in the query", (_, query) => {
    expect(find(query, ["Hash table", "Linked list"])).toEqual(["Hash table"]);
  });

  test.each(["Ünïcode", "UNICODE", "ｕｎｉｃｏｄｅ"])("or in a title: %s", (title) => {
    expect(find("unicode", [title, "Linked list"])).toEqual([title]);
  });

  test("a word matches whole, or as the beginning of a longer word", () => {
    expect(find("hash", ["Hashing", "Hash", "Rehash"])).toEqual(["Hash", "Hashing"]);
  });

  test.each(["algoritm", "algorihtm", "algorithmm", "algarithm"])(
    "a word found nowhere matches its nearest spellings: %s",
    (query) => {
      expect(find(query, ["Algorithm", "Logarithmic scale", "Rhythm"])[0]).toBe("Algorithm");
    },
  );

  test.each([
    ["leak", "Leap"],
    ["editing", "Adding"],
    ["algarithn", "Algorithm"],
    ["onlazy", "Lazy"],
  ])("otherwise nothing is the answer: %s does not find %s", (query, title) => {
    expect(find(query, [title])).toEqual([]);
  });

  test("or else the longest known word that it ends with: onstorage: storage", () => {
    expect(find("onstorage", ["Storage", "Raging"])).toEqual(["Storage"]);
  });

  test("two letters alone match the beginning of a title's word", () => {
    const entries = ["Python", { title: "Routing", summary: "Pyramids of routers." }];
    expect(find("py", entries)).toEqual(["Python"]);
  });

  test.each([
    ["antivirus", "Anti-virus"],
    ["anti virus", "Antivirus"],
    ["anti-virus", "Antivirus"],
    ["anti-virus", "Anti virus"],
  ])("a compound is found joined, split and with a hyphen: %s finds %s", (query, title) => {
    const entries = [title, { title: "Scanner", summary: "It runs an antivirus, or anti-virus." }];
    expect(find(query, entries)[0]).toBe(title);
  });

  test("a query whose words that mean something are all unknown finds nothing", () => {
    expect(find("how to bake a croissant", ["How to sail", "A boat"])).toEqual([]);
  });

  test.each(["binary saerch", "bianry search", "bniary saerch"])(
    "a title that differs from the query in spelling only is first: %s",
    (query) => {
      const entries = [
        { title: "Binary search tree", tags: ["search", "binary"], summary: "A search tree." },
        { title: "Binary search", summary: "Halves what is left." },
      ];
      expect(find(query, entries)[0]).toBe("Binary search");
    },
  );

  test.each(NAMES)("%s is found as people write it", (name) => {
    expect(find(name, [...OTHERS, ...NAMES])[0]).toBe(name);
    expect(find(name.toLowerCase(), [...OTHERS, ...NAMES])[0]).toBe(name);
  });

  test("O(n log n) is found as people write it", () => {
    const entries = [
      { title: "Merge sort", summary: "Sorts in O(n log n) time." },
      { title: "Binary search", summary: "Finds in O(log n) time." },
      { title: "Logging", summary: "Writing what happens to a log." },
    ];
    expect(find("O(n log n)", entries)[0]).toBe("Merge sort");
  });

  test.each([
    ["Chinese", "排序", "快速排序算法"],
    ["Japanese", "整列", "高速な整列の手法"],
    ["Thai", "เรียงลำดับ", "การเรียงลำดับข้อมูล"],
  ])("scripts without spaces are found: %s", (_, query, title) => {
    expect(find(query, ["Quicksort", title])).toEqual([title]);
  });

  test("a note that holds every word comes before one that misses some", () => {
    const entries = [
      { title: "Table table table", tags: ["table"], summary: "A table of tables." },
      { title: "Other", summary: "Somewhere a hash stands, and much further on there is a table." },
    ];
    expect(find("hash table", entries)[0]).toBe("Other");
  });

  test.each(["the theory of a graph", "what is a graph"])(
    "common words are not missed: %s",
    (query) => {
      const entries = [
        { title: "Graph theory", summary: "Vertices and edges." },
        { title: "What the bird is of", summary: "A poem." },
      ];
      expect(find(query, entries)[0]).toBe("Graph theory");
    },
  );

  test("notes that match only weakly beside the best are left out", () => {
    const entries = [
      {
        title: "Binary search tree",
        tags: ["trees"],
        summary: "A binary tree kept in order for search.",
      },
      { title: "Cooking", summary: "A search for the best oven." },
    ];
    expect(find("binary search tree", entries)).toEqual(["Binary search tree"]);
  });

  test.each(["Go", "C", "R", "hash", "what is it", "to be or not to be"])(
    "an exact title is always first: %s",
    (title) => {
      const entries = [
        ...Array.from({ length: 30 }, (_, i) => ({
          title: `${title} ${title} ${i}`,
          summary: `${title} ${title} ${title}`,
          tags: [title],
        })),
        { title, summary: "Short." },
      ];
      expect(find(title.toLowerCase(), entries)[0]).toBe(title);
    },
  );

  test("an exact title is first, however many titles begin with it", () => {
    const others = Array.from({ length: 2000 }, (_, i) => `Hash map ${i}`);
    expect(find("hash map", [...others, "Hash map"])[0]).toBe("Hash map");
  });

  test.each([
    ["hash-table", "Hash-table"],
    ["hash table", "Hash table"],
  ])("of two titles with the same words, the one punctuated alike is first: %s", (query, title) => {
    expect(find(query, ["Hash table", "Hash-table"])[0]).toBe(title);
    expect(find(query, ["Hash-table", "Hash table"])[0]).toBe(title);
  });

  test("title outweighs tags, tags outweigh the summary", () => {
    const entries = [
      { title: "First note", summary: "About the heap in brief words." },
      { title: "Second note", summary: "About a thing in brief words.", tags: ["heap"] },
      { title: "Third heap", summary: "About a thing in brief words." },
    ];
    expect(find("heap", entries)).toEqual(["Third heap", "Second note", "First note"]);
  });

  test("equal scores are ordered by route", () => {
    const routes = ["/a", "/b", "/c", "/\uffee", "/\u{10000}"] as Route[];
    const entries = routes.map((route) => ({ title: "Same title", summary: "Same words.", route }));
    const { results } = answer("same words", entries);
    expect(results.map((result) => result.route)).toEqual(routes);
  });

  const TREES = [
    { title: "Binary tree", tags: ["trees"], summary: "Nodes with two children." },
    { title: "Heap", tags: ["trees"], summary: "A tree that is binary and full." },
    { title: "Binary search", tags: ["arrays"], summary: "Halves what is left." },
  ];

  test.each([
    ['"binary tree"', ["Binary tree"]],
    ["binary -tree", ["Binary search"]],
    ["binary tag:trees", ["Binary tree", "Heap"]],
    ["tag:binary", []],
  ])("words in a row, -word and tag:x mean what people expect of them: %s", (query, titles) => {
    expect(find(query, TREES)).toEqual(titles);
  });

  test("a query without a word that is not excluded is plain words", () => {
    expect(find("-tree", TREES).toSorted()).toEqual(["Binary tree", "Heap"]);
    expect(find("-webkit-box", ["-webkit-box", "Firefox"])).toEqual(["-webkit-box"]);
  });

  test("at most 50 results, and count is the number of entries in results", () => {
    const entries = Array.from({ length: 80 }, (_, i) => `Graph ${i}`);
    const { count, results } = answer("graph", entries);
    expect(results).toHaveLength(50);
    expect(count).toBe(50);
  });
});
