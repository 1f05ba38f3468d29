import { expect, test } from "vitest";
import { shortenRoutes } from "../../scripts/search-index/shorten-routes.ts";

const KNOWN = new Set(["terms", "hash", "table", "probing", "4"]);

function shortened(...routes: string[]): [shared: number, ...pieces: string[]][] {
  const short = shortenRoutes(routes, (word) => KNOWN.has(word));
  return Array.from(short, ({ shared, pieces }) => [shared, ...pieces.map(({ text }) => text)]);
}

test("a route keeps what is behind the words that it shares with the first", () => {
  expect(shortened("/terms/hash-table", "/terms/hash-table/probing", "/terms/hash-tables")).toEqual(
    [
      [0, "/", "terms", "/", "hash", "-", "table"],
      [17, "/", "probing"],
      [17, "s"],
    ],
  );
});

test("a word of one route alone is spelled in known words and letters, behind what it shares", () => {
  expect(shortened("1042", "1047")).toEqual([
    [0, "1", "0", "4", "2"],
    [3, "7"],
  ]);
});

test("a word of several routes alone is a word", () => {
  expect(shortened("/graphs/x", "/y/graphs")).toEqual([
    [0, "/", "graphs", "/", "x"],
    [1, "y", "/", "graphs"],
  ]);
});

test("a word that is known is kept whole, unless what is left of it is known too", () => {
  expect(shortened("/has", "/hash")).toEqual([
    [0, "/", "h", "a", "s"],
    [1, "hash"],
  ]);
  expect(shortened("/hash", "/hash4")).toEqual([
    [0, "/", "hash"],
    [5, "4"],
  ]);
});

test("the first of every eight shares nothing", () => {
  const routes = Array.from({ length: 10 }, (_, i) => `/hash/${i}`);
  expect(shortened(...routes).map(([shared]) => shared)).toEqual([0, 6, 6, 6, 6, 6, 6, 6, 0, 6]);
});

test("no more is shared than a byte can say, in bytes of JSON", () => {
  expect(shortened("/é-".repeat(90), "/é-".repeat(91))[1]![0]).toBe(253);
});
