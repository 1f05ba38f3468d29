import { describe, expect, test } from "vitest";
import { asDocuments, searchIn } from "./search-in.ts";

const search = searchIn(
  asDocuments([
    { title: "Binary search", summary: "Halves a sorted array.", tags: ["searching", "arrays"] },
    {
      title: "Binary search tree",
      summary: "A tree, sorted. Each search is binary.",
      tags: ["trees", "searching"],
    },
    {
      title: "Depth-first search",
      summary: "Goes down before it goes on.",
      tags: ["graphs", "searching"],
    },
    { title: "Haskell", summary: "Lazy and pure.", tags: ["static-typing"] },
    {
      title: "Erlang",
      summary: "Processes and messages; a search for nines.",
      tags: ["dynamic-typing", "graph theory"],
    },
    {
      title: "Tag soup",
      summary: "HTML that nobody closed; collection of tags.",
      tags: ["web"],
    },
  ]),
);

function titles(query: string): string[] {
  return search(query).results.map((result) => result.title);
}

describe("within q", () => {
  test.each([
    ['"binary search"', ["Binary search", "Binary search tree"]],
    ['"binary search" "tree sorted" "search is binary"', ["Binary search tree"]],
    ['"search binary"', []],
    ['"goes down before it goes on"', ["Depth-first search"]],
    ['sorted "binary search"', ["Binary search tree", "Binary search"]],
    ["bi -tree", []],
    ['binary -"search tree"', ["Binary search"]],
    ["search tag:graphs", ["Depth-first search"]],
    ["search tag:graph", ["Depth-first search"]],
    ["tag:searching bi", ["Binary search", "Binary search tree"]],
    ['tag:"graph theory"', ["Erlang"]],
    ["tag:theory", []],
    ['"graph theory"', ["Erlang"]],
    ['"searching arrays"', []],
    ["TAG:Trees", ["Binary search tree"]],
    ["tag:static-typing", ["Haskell"]],
    ["search -tag:trees", ["Depth-first search", "Binary search", "Erlang"]],
    ["-tag:trees search -nines", ["Binary search", "Depth-first search"]],
    ["haskell -tag:typing", ["Haskell"]],
    ['"search binary" tag:trees -heap', []],
    ['"graph" graph', ["Erlang"]],
    ['"graph" tag:graph', []],
  ])("%s", (query, expected) => {
    expect(new Set(titles(query))).toEqual(new Set(expected));
    expect(titles(query)).toHaveLength(expected.length);
  });

  test.each([
    ["-depth -first", "depth first"],
    ["-tag:graphs", "tag graphs"],
    ['-"tag soup"', "tag soup"],
  ])("a query that would only leave notes out is plain words: %s means %s", (query, plain) => {
    expect(titles(query)).toEqual(titles(plain));
  });

  test.each([
    ["binary -t", "binary"],
    ["tree -A", "tree"],
    ["halves -9 search", "halves search"],
    ["-x binary -d", "binary"],
    ["lazy -a -tree", "lazy -tree"],
  ])("a hyphen and a single letter or digit says nothing: %s means %s", (query, plain) => {
    expect(titles(query)).toEqual(titles(plain));
    expect(titles(query)).not.toEqual([]);
  });

  test("a single letter that notes should not have is quoted", () => {
    const found = searchIn(asDocuments([{ title: "C", summary: "A language." }, "Languages"]));
    const plain = found("language").results.map((result) => result.title);
    expect(plain.sort()).toEqual(["C", "Languages"]);
    expect(found("language -c").results).toHaveLength(2);
    expect(found('language -"c"').results.map((result) => result.title)).toEqual(["Languages"]);
  });

  test("collections, domains and categories are no operators: only text and tags are matched", () => {
    expect(titles("collection:tags")[0]).toBe("Tag soup");
    expect(titles("domain:haskell")).toEqual(titles("domain haskell"));
  });

  test("operators alone return the matching notes in route order", () => {
    const found = ["Binary search", "Binary search tree", "Depth-first search"];
    expect(titles("tag:searching")).toEqual(found);
  });

  test.each([
    ["tag:", "tag"],
    ['"tag soup', "tag soup"],
    ['""tag soup', "tag soup"],
    ["tag : soup", "tag soup"],
    ["tag soup --", "tag soup"],
    ['tag:"" soup', "tag soup"],
    ["tag:... soup", "tag soup"],
    ["tag soup -:", "tag soup"],
  ])("malformed operators are plain words: %s means %s", (query, plain) => {
    expect(titles(query)).toEqual(titles(plain));
    expect(titles(query)[0]).toBe("Tag soup");
  });

  test.each(["depth-first", "first-depth search", "std::search", "search:tree"])(
    "not an operator: %s",
    (query) => {
      expect(titles(query).length).toBeGreaterThan(0);
    },
  );

  test("quotation marks in a sentence of five words or more are not an operator", () => {
    const query = 'how would a lazy pure functional language search "what is not there"';
    expect(titles(query)[0]).toBe("Haskell");
    expect(titles('lazy pure and so on "search tree"')).toContain("Haskell");
    expect(titles('lazy pure and so "search tree"')).toEqual(["Binary search tree"]);
  });

  test.each(["-webkit-box", "Interchange -A tutorial", "Tag:graphs", 'The "lazy" web', "-tag:x"])(
    "an exact title is first, even if it looks like operators: %s",
    (title) => {
      const found = searchIn(
        asDocuments([
          { title: "Interchange", summary: "A tutorial of the lazy web.", tags: ["graphs"] },
          { title, summary: "Of webkit, a box, a tutorial, graphs and the lazy web." },
          { title: "The lazy web", summary: "Interchange, webkit and box: a tutorial of graphs." },
        ]),
      );
      expect(found(title).results[0]?.title).toBe(title);
      expect(found(title.toLowerCase()).results[0]?.title).toBe(title);
      expect(found("-tutorial web").results).toEqual([]);
    },
  );
});
