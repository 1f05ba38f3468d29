import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { nearestRoutes } from "../../worker/routes/nearest-routes.ts";
import * as LIMITS from "../../worker/search/limits.ts";
import type { SearchEngine } from "../../worker/search/search-engine.ts";
import { searchResponse } from "../../worker/search/write-response.ts";
import { asDocuments, indexOf, searchIn } from "./search-in.ts";

/** 8,000 notes in which everything expensive is common. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const letter = (i: number): string => LETTERS[i % 26]!;
const engine = indexOf(
  asDocuments(
    Array.from({ length: 8000 }, (_, i) => ({
      title: `${letter(i)} ${letter(i * 7)}${letter(i)}${letter(i >> 3)}lock table${i % 50}`,
      summary: `The ${letter(i)} of ${letter(i + 1)} is a graph${letter(i)} in ${i} 数据库${letter(i)}.`,
      tags: ["graphs", `tag-${i % 9}`],
    })),
  ),
);

function answerOf(searched: SearchEngine, query: string): SearchResponse {
  const body = searchResponse(searched, query);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
}

const search = (query: string): SearchResponse => answerOf(engine, query);

const HOSTILE: readonly (readonly [string, string])[] = [
  ["128 words of one letter", Array.from({ length: 128 }, (_, i) => letter(i)).join(" ")],
  ["one word of 256 letters", "a".repeat(256)],
  ["prefixes of everything", [...LETTERS].map((a) => `${a}l`).join(" ")],
  ["misspelled words", Array.from({ length: 28 }, (_, i) => `grpah${letter(i)}xx`).join(" ")],
  ["256 signs", "数据库".repeat(85)],
  ["a name of 128 parts", "aB".repeat(128)],
  ["operators", 'tag:graphs -tag:x -"a b" '.repeat(10)],
  ["a word and 50 exclusions", `table ${"-the -of -is -a -in ".repeat(10)}`],
  ["40 phrases", '"the a" '.repeat(32).trim()],
  ["a phrase of 128 words", `"${"a ".repeat(126)}"`],
  ["quotation marks", '"'.repeat(256)],
  ["minus signs", "- ".repeat(128)],
  ["marks on one letter", `a${"\u0301".repeat(255)}`],
  ["256 code points above U+FFFF", "𝒜".repeat(256)],
];

/** Checks the work of the last query against `limits.ts`. */
function expectBounded(): void {
  const { matches, blocks, reader } = engine;
  expect(matches.count).toBeLessThanOrEqual(LIMITS.matches);
  expect(blocks.postingsLeft).toBeGreaterThanOrEqual(0);
  expect(reader.matchesRead).toBeLessThanOrEqual(2 * LIMITS.matchesRead);
}

test.each(HOSTILE)("the work of a query is bounded: %s", (_, query) => {
  search(query.slice(0, 256));
  expectBounded();
  expect(nearestRoutes(engine, query, 3).length).toBeLessThanOrEqual(3);
  expectBounded();
});

const PIECES = ["tag:", "-", '"', ":", " ", "C++", ".NET", "数", "é", "\u0301", "graph", "table1"];
const TYPED = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES, "a", "the", "👩‍💻"),
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => [...pieces.join("")].slice(0, 256).join("").trim());

describe("whatever is typed", () => {
  test("the answer is JSON of the right shape that echoes the query, the same each time, for bounded work", () => {
    fc.assert(
      fc.property(TYPED, (query) => {
        const answer = search(query);
        expectBounded();
        expect(Object.keys(answer)).toEqual(["query", "count", "results"]);
        expect(answer.query).toBe(query);
        expect(answer.count).toBe(answer.results.length);
        expect(answer.count).toBeLessThanOrEqual(50);
        expect(new Set(answer.results.map((result) => result.route)).size).toBe(answer.count);
        for (const result of answer.results) {
          expect(Object.keys(result)).toEqual(["route", "title", "summary"]);
        }
        expect(search(query)).toEqual(answer);
      }),
      { numRuns: 600 },
    );
  });

  test("no query affects the next one, not even a query that fails", () => {
    const expected = search("graph lock");
    fc.assert(
      fc.property(TYPED, (query) => {
        search(query);
        expect(search("graph lock")).toEqual(expected);
      }),
    );
    const broken = { ...engine.index, text: new Proxy(engine.index.text, { get: fail }) };
    expect(() => searchResponse({ ...engine, index: broken }, "table1 graphs")).toThrow("broken");
    expect(search("graph lock")).toEqual(expected);
  });
});

function fail(): never {
  throw new Error("broken");
}

describe("in a large collection", () => {
  const common = Array.from({ length: 24 }, (_, i) => `${letter(i)}${letter(i + 1)}${letter(i)}x`);
  const stopWords =
    "what is the use of a and how do you by it in an to as on when be from for we at this with";
  const large = indexOf(
    asDocuments(
      Array.from({ length: 24_000 }, (_, i) => ({
        title: i === 23_456 ? "Zebru" : "Note",
        summary: `${common.join(" ")} ${stopWords} zebra`,
        tags: i === 23_456 ? ["rare note"] : [],
      })),
    ),
  );

  test.each([
    ['tag:"rare note"', "Zebru", "a tag finds its notes, however many have one of its words"],
    [`${stopWords} rare`, "Zebru", "common words do not use up the limits of the others"],
    [`${common.join(" ")} zebra`, "Note", "a word beyond the limit is not a misspelled one"],
  ])("%s finds %s: %s", (query, title) => {
    expect(answerOf(large, query).results[0]?.title).toBe(title);
  });
});

test("results that are kept stay within the limit in bytes, and stay correct", () => {
  const summary = "long ".repeat(LIMITS.cacheBytes / 500).trim();
  const titles = Array.from({ length: 110 }, (_, i) => `n${i.toString(36)}q`);
  const long = indexOf(asDocuments(titles.map((title) => ({ title, summary }))));
  for (const title of [...titles, ...titles.slice(0, 5)]) {
    const { results } = answerOf(long, title);
    expect(results[0]).toMatchObject({ title, summary });
    expect(long.texts.cachedBytes).toBeLessThanOrEqual(LIMITS.cacheBytes);
  }
});

test("a title does not hide notes with its word in their summaries", () => {
  const entries = Array.from({ length: 80 }, (_, i) => ({
    title: `Note ${i}`,
    summary: "It says little, and that in few words.",
  }));
  entries[3] = { title: "Graph", summary: "Nodes and what joins them." };
  entries[77] = { title: "Shortest paths", summary: "Ways through graphs." };
  const { results } = searchIn(asDocuments(entries))("graph");
  expect(results.map(({ title }) => title)).toEqual(["Graph", "Shortest paths"]);
});

test("the only note with both words is first, however many titles have one of them", () => {
  const entries = Array.from({ length: 1608 }, (_, i) => ({
    title: i < 800 ? "Alpha" : i < 1600 ? "Beta" : "Gamma",
    summary: "",
  }));
  entries[1604] = { title: "Letters of the Greeks", summary: "They begin with alpha and beta." };
  const { results } = searchIn(asDocuments(entries))("alpha beta");
  expect(results[0]?.title).toBe("Letters of the Greeks");
});

describe("an exact title is first", () => {
  test("among very many notes with its words, even if blocks with slightly lower estimates come before its own", () => {
    const entries = Array.from({ length: 6000 }, (_, i) => ({ title: `Note ${i}`, summary: "" }));
    for (let i = 0; i < 40; i++) {
      entries[8 * i]!.title = "Zebra";
      entries[8 * i + 1]!.title = "More of the crossing here";
    }
    for (let i = 40; i < 45; i++) entries[8 * i]!.summary = "The zebra has stripes.";
    entries[400] = { title: "Zebra", summary: "" };
    entries[401] = { title: "Crossing", summary: "" };
    entries[5000] = { title: "Zebra crossing", summary: "" };
    const found = searchIn(asDocuments(entries))("zebra crossing").results;
    expect(found[0]?.title).toBe("Zebra crossing");
  });

  test("even if its words are everywhere, more often than can be read", () => {
    const words = Array.from({ length: 23 }, (_, i) => `${letter(i)}${letter(i + 1)}${letter(i)}x`);
    const title = words.join(" ");
    const near = `${words.slice(0, 21).join(" ")} more`;
    const entries = Array.from({ length: 24_000 }, (_, i) => ({
      title: i < 8 * 200 && i % 8 === 0 ? near : i === 23_456 ? title : "Note",
      summary: title,
    }));
    expect(searchIn(asDocuments(entries))(title).results[0]?.title).toBe(title);
  });
});

test("an index without notes answers", () => {
  const empty = indexOf([]);
  for (const query of ["a", "tag:x", "-a", '"a b"', "数据"]) {
    expect(answerOf(empty, query)).toEqual({ query, count: 0, results: [] });
  }
  expect(nearestRoutes(empty, "/terms/hash-table", 3)).toEqual([]);
});
