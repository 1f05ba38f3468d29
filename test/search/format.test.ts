import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import { hasRoute } from "../../worker/routes/nearest-routes.ts";
import { loadLanguage, rulesOf } from "../../worker/search/language.ts";
import { openEngine } from "../../worker/search/search-engine.ts";
import { searchResponse } from "../../worker/search/write-response.ts";
import { asDocuments, searchIn } from "./search-in.ts";

const SAMPLE = asDocuments([
  {
    title: "Hash table",
    summary: 'Maps keys to "values", in O(1).',
    tags: ["hashing", "data-structures"],
    aliases: ["Hash map", "dict"],
    formerly: ["/terms/hashmap"],
  },
  { title: "C++", summary: "A language \\ with templates.\n\tAnd tabs.", tags: ["compiled"] },
  {
    title: "数据库 naïve ｶﾞﾗｽ",
    summary: "Line\u2028separator, control \u0001, emoji 👩‍💻.",
    tags: [],
  },
]);

function written(): ArrayBuffer {
  return writeSearchIndex(SAMPLE).slice().buffer;
}

describe("a result shows exactly what was written", () => {
  /** Checks that each note is found, unchanged, by a word of its own. */
  const found = (notes: readonly { title: string; summary: string }[]): void => {
    const marked = notes.map(({ title, summary }, i) => ({ title: `qx${i}q ${title}`, summary }));
    const search = searchIn(asDocuments(marked));
    marked.forEach(({ title, summary }, i) => {
      expect(search(`qx${i}q`).results[0]).toMatchObject({ title, summary });
    });
  };

  test("any text, whatever its characters, and whatever its words have in common", () => {
    const words = fc
      .array(fc.stringMatching(/^[aAbB]{1,18}[é1]?$/), { maxLength: 9 })
      .map((list) => list.join(" "));
    const text = fc.oneof(words, fc.string({ unit: "binary", maxLength: 30 }));
    fc.assert(
      fc.property(fc.array(fc.record({ title: text, summary: text }), { maxLength: 30 }), found),
      { numRuns: 200 },
    );
  });

  test.each([
    ["control characters", "\u0001".repeat(100)],
    ["halves of characters", "\ud800".repeat(100)],
    ["quotation marks", '"'.repeat(300)],
    ["a letter that becomes eighteen when folded", "\ufdfa".repeat(20)],
    ["letters that become two when folded", "ß".repeat(60)],
    ["a word of 300 letters", "a".repeat(300)],
  ])("runs of %s", (_, run) => {
    found([{ title: run, summary: run }]);
  });

  test("more words than two-byte codes can number", () => {
    const word = (i: number): string => `w${i.toString(36)}x`;
    const documents = asDocuments(
      Array.from({ length: 2200 }, (_, note) => ({
        title: word(note * 50),
        summary: Array.from({ length: 49 }, (_, i) => word(note * 50 + i + 1)).join(" "),
      })),
    );
    const search = searchIn(documents);
    for (const note of [0, 777, 2199]) {
      const { title, summary } = documents[note]!;
      expect(search(title).results[0]).toMatchObject({ title, summary });
      expect(search(`"${word(note * 50 + 33)}"`).results[0]?.title).toBe(title);
    }
  });

  test("routes of any characters", () => {
    const segment = fc.oneof(
      fc.stringMatching(/^[ab]{1,3}$/),
      fc.constantFrom("hash-table", "Hash", "a b", "a  b", "c++", "é", "数据", "👩‍💻", '"', "\\"),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constant("x".repeat(260)),
    );
    const route = fc
      .array(segment, { maxLength: 4 })
      .map((parts) => `/${parts.join("/")}` as Route);
    fc.assert(
      fc.property(fc.uniqueArray(route), (routes) => {
        const sorted = routes.sort(compareCodePoints);
        const documents = asDocuments(sorted.map((path) => ({ route: path, title: "Same" })));
        const engine = openEngine(writeSearchIndex(documents).slice().buffer);
        for (const path of sorted) expect(hasRoute(engine, path)).toBe(true);
        expect(hasRoute(engine, "/nowhere/at/all")).toBe(false);
        const { results } = searchIn(documents)("same");
        expect(results.map((result) => result.route)).toEqual(sorted.slice(0, 50));
      }),
    );
  });
});

describe("the bytes of an index", () => {
  test("are the same for the same notes", () => {
    expect(writeSearchIndex(SAMPLE)).toEqual(writeSearchIndex(structuredClone(SAMPLE)));
  });

  test("are identified by their checksum", () => {
    const file = writeSearchIndex(SAMPLE);
    expect(openEngine(file.slice().buffer).index.checksum).toBe(crc32(file.subarray(12)));
  });

  test("contain title, summary and tags, and nothing else of a note", () => {
    const more = SAMPLE.map((document) => ({ ...document, collection: "zebra", domain: "zebra" }));
    expect(writeSearchIndex(more)).toEqual(writeSearchIndex(SAMPLE));
  });
});

describe("the language of an index", () => {
  test("is two letters of the header, and the words at the end that notes need not have", () => {
    const [english, german] = [writeSearchIndex(SAMPLE), writeSearchIndex(SAMPLE, "de")];
    const stopWords = new DataView(german.buffer).getUint32(INDEX_FORMAT.headerBytes - 4, true);
    const differing = [...english.keys()].filter((at) => english[at] !== german[at]);
    const ofNotes = differing.filter((at) => at >= 16 && at < stopWords);
    expect(ofNotes).toEqual([48, 49]);
    expect(String.fromCharCode(...german.subarray(48, 50))).toBe("de");
    expect(Buffer.from(german.subarray(stopWords)).toString()).toMatch(/^der die und .* fur /);
  });

  test("is refused if it is not known, or its stemmer not loaded", async () => {
    const unknown = writeSearchIndex(SAMPLE);
    unknown.set(Buffer.from("xx"), 48);
    new DataView(unknown.buffer).setUint32(8, crc32(unknown.subarray(12)), true);
    await loadLanguage(unknown.buffer as ArrayBuffer);
    expect(() => openEngine(unknown.buffer as ArrayBuffer)).toThrow("search index: of a language");
    // Other tests may have loaded any that there is.
    expect(() => rulesOf("xx" as Language)).toThrow("The stemmer of xx was not loaded.");
    const turkish = writeSearchIndex(SAMPLE, "tr").slice().buffer;
    await loadLanguage(turkish);
    expect(openEngine(turkish).index.language).toBe("tr");
  });
});

describe("an index that cannot be read is refused", () => {
  function changed(at: number, value: number): ArrayBuffer {
    const buffer = written();
    new DataView(buffer).setUint32(at, value, true);
    return buffer;
  }
  test.each([
    ["no bytes", new ArrayBuffer(0), "search index: not a search index"],
    ["another file", new ArrayBuffer(1000), "not a search index"],
    ["an older version", changed(4, 7), "version 7, expected 8"],
    ["a newer version", changed(4, 9), "version 9, expected 8"],
    ["a file cut off", written().slice(0, -4), /\d+ bytes, expected \d+/],
    ["a section out of place", changed(56, 1 << 30), "damaged"],
  ])("%s", (_, buffer, message) => {
    expect(() => openEngine(buffer)).toThrow(message);
  });

  test("whichever bit is wrong", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 7 }), (at, bit) => {
        const bytes = new Uint8Array(written());
        bytes[at % bytes.length]! ^= 1 << bit;
        expect(() => openEngine(bytes.buffer)).toThrow("search index: ");
      }),
    );
  });
});

describe("a frozen file of this version", () => {
  const frozen = readFileSync(
    join(import.meta.dirname, "frozen", `version-${INDEX_FORMAT.version}.bin`),
  );

  test("opens and answers as on the day it was written", () => {
    const index = openEngine(new Uint8Array(frozen).buffer);
    const answer = (query: string): string =>
      new TextDecoder().decode(searchResponse(index, query));
    SAMPLE.forEach(({ route, title, summary }, i) => {
      const query = ["hashing", "c++", "数据"][i]!;
      const results = [{ route, title, summary }];
      expect(answer(query)).toBe(JSON.stringify({ query, count: 1, results }));
    });
  });

  test("is what the writer still writes: a change of the bytes needs a new version", () => {
    expect(Buffer.from(writeSearchIndex(SAMPLE)).equals(frozen)).toBe(true);
  });
});
