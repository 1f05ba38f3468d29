import { expect, test } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { nearestRoutes } from "../../worker/search/nearest-routes.ts";
import { openIndex } from "../../worker/search/open-index.ts";
import { shippedDocuments } from "./shipped-documents.ts";

const index = openIndex(writeSearchIndex(shippedDocuments()).slice().buffer);

test.each([
  ["/terms/data-structures/hash-tabel", "/terms/data-structures/hash-table"],
  ["/terms/data-structures/hash-tables", "/terms/data-structures/hash-table"],
  ["/terms/algorithms/hash-table", "/terms/data-structures/hash-table"],
  ["/hash-table", "/terms/data-structures/hash-table"],
  ["/Hash table", "/terms/data-structures/hash-table"],
  ["/terms/algorithms/Depth first search", "/terms/algorithms/depth-first-search"],
  ["/languages/pyton", "/languages/python"],
  ["/languages//pyton/", "/languages/python"],
  ["/languages/Haskell", "/languages/haskell"],
  ["/language/c++", "/languages/c++"],
  ["/terms/graph", "/terms/data-structures/graph"],
  ["/subjects/nodejs", "/subjects/node.js"],
  ["/go", "/languages/go"],
  ["/PYTHON", "/languages/python"],
  ["/b-plus-tree", "/terms/data-structures/b-plus-tree"],
  ["/languages/cs", "/languages/c"],
  ["/languages/c++s", "/languages/c++"],
  ["/terms/algorithms/binary-searchs", "/terms/algorithms/binary-search"],
  ["/-hash-table", "/terms/data-structures/hash-table"],
  ["/tag:skip-list", "/terms/data-structures/skip-list"],
  ['/"hash tabel"', "/terms/data-structures/hash-table"],
  ["/terms/data-structures/skiplist", "/terms/data-structures/skip-list"],
])("%s: %s", (asked, route) => {
  expect(nearestRoutes(index, asked, 3)[0]).toBe(route);
});

test.each(["", "/", "/-", "/ ", "/qqqqqqqqqq"])("%j: no route, no error", (asked) => {
  expect(nearestRoutes(index, asked, 3)).toEqual([]);
});

test("of a route of any length no more than a query may hold is looked at", () => {
  expect(nearestRoutes(index, `/${"zqx ".repeat(30)}hash table`, 3)).not.toEqual([]);
  expect(nearestRoutes(index, `/${"zqx ".repeat(4000)}hash table`, 3)).toEqual([]);
});
