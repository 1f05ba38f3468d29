import { expect, test, vi } from "vitest";
import type { Route } from "../../worker/contract/route.ts";
import { nearestRoutes } from "../../worker/routes/nearest-routes.ts";
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
  ["/terms/data/hash-ta", "/terms/data/hash-table"],
  ["/terms/data/hash-tables.html", "/terms/data/hash-table"],
  ["/terms/data/skip-list/index.html", "/terms/data/skip-list"],
  ["/subjects/node.js.json", "/subjects/node.js"],
])("%s: %s", (asked, route) => {
  expect(nearestRoutes(index, asked, 3)[0]).toBe(route);
});

test("a route with other capitals is found, whatever the title and the number of notes", () => {
  const names = Array.from({ length: 100 }, (_, i) => `a-${i}`);
  const routes = [...names, "home", "Zoo/Map"].map((name) => `/${name}` as Route).sort();
  const notes = routes.map((route) => ({ route, title: "Other", tags: [], summary: "" }));
  const others = indexOf(notes);
  for (const asked of ["/Home", "/HOME", "/hOme"]) {
    expect(nearestRoutes(others, asked, 3)[0], asked).toBe("/home");
  }
  expect(nearestRoutes(others, "/Zoo/Mab", 3)).toEqual(["/Zoo/Map"]);
  expect(nearestRoutes(others, "/zoo/map", 3)).toEqual([]);
});

test.each(["", "/", "/-", "/ ", "/qqqqqqqqqq"])("%j: no route, no error", (asked) => {
  expect(nearestRoutes(index, asked, 3)).toEqual([]);
});

test("an address that ends as those of pages do is compared without that, and costs no search", () => {
  using select = vi.spyOn(index.blocks, "select");
  for (const end of ["/index", ".html", ".htm", ".md", ".json", "/index.html"]) {
    expect(nearestRoutes(index, `/languages/python${end}`, 3)[0], end).toBe("/languages/python");
  }
  expect(select).not.toHaveBeenCalled();
});

test("if the last segment finds notes, even of other names, the whole route is not searched for", () => {
  using select = vi.spyOn(index.blocks, "select");
  expect(nearestRoutes(index, "/terms/data/binary-zebra", 1)).toEqual([
    "/terms/algorithms/binary-search",
  ]);
  expect(select).toHaveBeenCalledTimes(1);
});

test("if only the folder is wrong, no notes with another name are suggested", () => {
  const suggested = nearestRoutes(index, "/elsewhere/far/binary-search", 3);
  expect(suggested).toEqual(["/terms/algorithms/binary-search"]);
});

test("only the beginning of a very long route is used", () => {
  expect(nearestRoutes(index, `/${"zqx ".repeat(30)}hash table`, 3)).not.toEqual([]);
  expect(nearestRoutes(index, `/${"zqx ".repeat(4000)}hash table`, 3)).toEqual([]);
});

test("a misspelled route is found beside its position, even if no word of it can be searched for", () => {
  const documents = ["a1b2c3", "x9y8z7", "zzzzzz"].map((name) => ({
    route: `/codes/${name}` as Route,
    title: `Title of ${name.length}`,
    summary: "",
    tags: [],
  }));
  const codes = indexOf(documents);
  for (const [asked, route] of [
    ["/codes/a1b2c", "/codes/a1b2c3"],
    ["/codes/x9y87z", "/codes/x9y8z7"],
    ["/codes/zzzzzzz", "/codes/zzzzzz"],
    ["/code/zzzzzz", "/codes/zzzzzz"],
  ])
    expect(nearestRoutes(codes, asked!, 3), asked).toEqual([route]);
  expect(nearestRoutes(codes, "/codes/qqqqqq", 3)).toEqual([]);
});
