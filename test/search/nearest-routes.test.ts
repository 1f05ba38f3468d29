import { expect, test } from "vitest";
import { nearestRoutes } from "../../worker/handlers/nearest-routes.ts";
import { MADE } from "./made-collection.ts";
import { indexOf } from "./search-in.ts";

const index = indexOf(MADE);

test.each([
  ["/terms/data/hash-tabel", "/terms/data/hash-table"],
  ["/terms/algorithms/hash-table", "/terms/data/hash-table"],
  ["/hash-table", "/terms/data/hash-table"],
  ["/terms/algorithms/Depth first search", "/terms/algorithms/depth-first-search"],
  ["/languages/pyton", "/languages/python"],
  ["/languages//pyton/", "/languages/python"],
  ["/language/c++", "/languages/c++"],
  ["/subjects/nodejs", "/subjects/node.js"],
  ["/go", "/languages/go"],
  ["/terms/algorithms/binary-searchs", "/terms/algorithms/binary-search"],
  ["/-hash-table", "/terms/data/hash-table"],
  ["/tag:skip-list", "/terms/data/skip-list"],
  ['/"hash tabel"', "/terms/data/hash-table"],
  ["/terms/data/skiplist", "/terms/data/skip-list"],
  ["/terms/world/алгорим", "/terms/world/алгоритм"],
])("%s: %s", (asked, route) => {
  expect(nearestRoutes(index, asked, 3)[0]).toBe(route);
});

test.each(["", "/", "/-", "/ ", "/qqqqqqqqqq"])("%j: no route, no error", (asked) => {
  expect(nearestRoutes(index, asked, 3)).toEqual([]);
});

test("only the beginning of a very long route is used", () => {
  expect(nearestRoutes(index, `/${"zqx ".repeat(30)}hash table`, 3)).not.toEqual([]);
  expect(nearestRoutes(index, `/${"zqx ".repeat(4000)}hash table`, 3)).toEqual([]);
});
