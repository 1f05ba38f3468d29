import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import { nearestRoutes } from "../../worker/search/nearest-routes.ts";
import { openIndex } from "../../worker/search/open-index.ts";
import { searchResponse } from "../../worker/search/search-response.ts";
import { asDocuments } from "./as-documents.ts";
import { searchIn } from "./search-in.ts";

/** 4,000 notes in which all that is expensive is common. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const letter = (i: number): string => LETTERS[i % 26]!;
const index = openIndex(
  writeSearchIndex(
    asDocuments(
      Array.from({ length: 4000 }, (_, i) => ({
        title: `${letter(i)} ${letter(i * 7)}${letter(i)}${letter(i >> 3)}lock table${i % 50}`,
        summary: `The ${letter(i)} of ${letter(i + 1)} is a graph${letter(i)} in ${i} 数据库${letter(i)}.`,
        tags: ["graphs", `tag-${i % 9}`],
      })),
    ),
  ).slice().buffer,
);

function search(query: string): SearchResponse {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(searchResponse(index, query)));
}

const HOSTILE: readonly (readonly [string, string])[] = [
  ["128 words of one letter", Array.from({ length: 128 }, (_, i) => letter(i)).join(" ")],
  ["one word of 256 letters", "a".repeat(256)],
  [
    "one word of 256 letters, each another",
    Array.from({ length: 256 }, (_, i) => letter(i * 7)).join(""),
  ],
  [
    "beginnings of everything",
    LETTERS.split("")
      .map((a) => `${a}l`)
      .join(" "),
  ],
  ["misspelled words", Array.from({ length: 28 }, (_, i) => `grpah${letter(i)}xx`).join(" ")],
  ["256 signs", "数据库".repeat(85)],
  ["256 pictures", "👩‍💻".repeat(51)],
  ["a name of 128 parts", "aB".repeat(128)],
  ["operators", 'tag:graphs -tag:x -"a b" '.repeat(10)],
  ["one exclusion", "-zzz"],
  ["quotation marks", '"'.repeat(256)],
  ["minus signs", "- ".repeat(128)],
  ["marks on one letter", `a${"\u0301".repeat(255)}`],
  ["256 code points above U+FFFF", "𝒜".repeat(256)],
];

/** Far above what any of them takes, for machines that do much else. */
const MOST_MILLISECONDS = 250;

/** The least time of some runs, after one that warms up. */
function millisecondsOf(work: () => void): number {
  work();
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe("the cost of a query is bounded", () => {
  test.each(HOSTILE)("%s", (_, query) => {
    expect(millisecondsOf(() => search(query))).toBeLessThan(MOST_MILLISECONDS);
  });

  test.each(HOSTILE)("the nearest routes to %s", (_, query) => {
    expect(nearestRoutes(index, query, 3).length).toBeLessThanOrEqual(3);
    expect(millisecondsOf(() => nearestRoutes(index, query, 3))).toBeLessThan(MOST_MILLISECONDS);
  });
});

describe("whatever is typed", () => {
  const PIECES = [
    "tag:",
    "-",
    '"',
    "collection:",
    ":",
    " ",
    "C++",
    ".NET",
    "数",
    "é",
    "\u0301",
    "graph",
    "table1",
    "👩‍💻",
  ];
  const typed = fc
    .array(
      fc.oneof(
        fc.constantFrom(...PIECES),
        fc.string({ unit: "binary", maxLength: 8 }),
        fc.string({ maxLength: 8 }),
      ),
      { maxLength: 20 },
    )
    .map((pieces) => [...pieces.join("")].slice(0, 256).join("").trim());

  test("the answer is JSON of its shape, the query echoed, the same again", () => {
    fc.assert(
      fc.property(typed, (query) => {
        const answer = search(query);
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
      { numRuns: 1500 },
    );
  });

  test("one query leaves nothing behind for the next", () => {
    fc.assert(
      fc.property(typed, (query) => {
        const before = search("graph lock");
        search(query);
        expect(search("graph lock")).toEqual(before);
      }),
    );
  });
});

describe("in a large collection", () => {
  const common = Array.from({ length: 24 }, (_, i) => `${letter(i)}${letter(i + 1)}${letter(i)}x`);
  const stopWords =
    "what is the use of a and how do you by it in an to as on when be from for we at this with";
  const large = openIndex(
    writeSearchIndex(
      asDocuments(
        Array.from({ length: 24_000 }, (_, i) => ({
          title: i === 23_456 ? "Zebru" : "Note",
          summary: `${common.join(" ")} ${stopWords} zebra`,
          tags: i === 23_456 ? ["rare"] : [],
          collection: i === 23_456 ? "few" : "many",
        })),
      ),
    ).slice().buffer,
  );
  const firstTitle = (query: string): string | undefined => {
    const answer: SearchResponse = JSON.parse(
      new TextDecoder().decode(searchResponse(large, query)),
    );
    return answer.results[0]?.title;
  };

  test("an operator alone finds its notes, however many come before", () => {
    expect(firstTitle("tag:rare")).toBe("Zebru");
  });

  test("a collection beside a word that all have finds its notes, however many come before", () => {
    expect(firstTitle("zebra collection:few")).toBe("Zebru");
  });

  test("common words take no room from the others, though they come before", () => {
    expect(firstTitle(`${stopWords} rare`)).toBe("Zebru");
  });

  test("a word is not taken for a misspelled one where too many postings were read before", () => {
    expect(firstTitle(`${common.join(" ")} zebra`)).toBe("Note");
  });
});

test("an exact title is first among very many notes of its word, whatever stands beside it", () => {
  const entries: { title: string; summary: string }[] = Array.from({ length: 6000 }, (_, i) => ({
    title: `Report ${i} about the zebra crossing`,
    summary: "",
  }));
  entries[5000] = { title: "Stripes of animals", summary: "The zebra has some." };
  entries[5003] = { title: "Zebra", summary: "" };
  expect(searchIn(asDocuments(entries))("zebra").results[0]?.title).toBe("Zebra");
});

test("an exact title is first though blocks that promise a little less are before its own", () => {
  const entries = Array.from({ length: 6000 }, (_, i) => ({ title: `Note ${i}`, summary: "" }));
  for (let i = 0; i < 40; i++) {
    entries[8 * i]!.title = "Zebra";
    entries[8 * i + 1]!.title = "More of the crossing here";
  }
  for (let i = 40; i < 45; i++) entries[8 * i]!.summary = "The zebra has stripes.";
  entries[400] = { title: "Zebra", summary: "" };
  entries[401] = { title: "Crossing", summary: "" };
  entries[5000] = { title: "Zebra crossing", summary: "" };
  expect(searchIn(asDocuments(entries))("zebra crossing").results[0]?.title).toBe("Zebra crossing");
});

test("an exact title is first where its words stand everywhere, more often than can be read", () => {
  const words = Array.from({ length: 23 }, (_, i) => `${letter(i)}${letter(i + 1)}${letter(i)}x`);
  const title = words.join(" ");
  const near = `${words.slice(0, 21).join(" ")} more`;
  const entries = Array.from({ length: 24_000 }, (_, i) => ({
    title: i < 8 * 200 && i % 8 === 0 ? near : i === 23_456 ? title : "Note",
    summary: title,
  }));
  expect(searchIn(asDocuments(entries))(title).results[0]?.title).toBe(title);
});

test("an index of no notes answers", () => {
  const empty = openIndex(writeSearchIndex([]).slice().buffer);
  for (const query of ["a", "tag:x", "-a", '"a b"', "数据"]) {
    const answer: SearchResponse = JSON.parse(
      new TextDecoder().decode(searchResponse(empty, query)),
    );
    expect(answer).toEqual({ query, count: 0, results: [] });
  }
  expect(nearestRoutes(empty, "/terms/hash-table", 3)).toEqual([]);
});
