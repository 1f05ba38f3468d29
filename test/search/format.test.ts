import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertFits } from "../../scripts/search-index/assert-fits.ts";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Route } from "../../worker/contract/route.ts";
import { fold } from "../../worker/contract/search/fold.ts";
import * as INDEX_FORMAT from "../../worker/contract/search/index-format.ts";
import { findExact } from "../../worker/search/find-exact.ts";
import { openIndex } from "../../worker/search/open-index.ts";
import { readField } from "../../worker/search/read-field.ts";
import { searchResponse } from "../../worker/search/search-response.ts";
import { writeRoute } from "../../worker/search/write-route.ts";
import { asDocuments } from "./as-documents.ts";
import { fieldOffset } from "./field-offset.ts";
import { searchIn } from "./search-in.ts";
import { shippedDocuments } from "./shipped-documents.ts";

const SAMPLE = asDocuments([
  {
    title: "Hash table",
    summary: 'Maps keys to "values", in O(1).',
    tags: ["hashing", "data-structures"],
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

describe("round trip", () => {
  test("route, title and summary come back as they were", () => {
    const index = openIndex(written());
    SAMPLE.forEach((document, note) => {
      expect(readField(index, fieldOffset(index, note, 0))).toBe(document.title);
      expect(readField(index, fieldOffset(index, note, 1))).toBe(document.tags.join("\n"));
      expect(readField(index, fieldOffset(index, note, 2))).toBe(document.summary);
      expect(readField(index, note, writeRoute)).toBe(document.route);
    });
  });

  test("any text comes back as it was, whatever its characters", () => {
    const text = fc.string({ unit: "binary", maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: text, summary: text }), { maxLength: 20 }),
        (notes) => {
          const documents = asDocuments(notes);
          const index = openIndex(writeSearchIndex(documents).slice().buffer);
          expect(index.count).toBe(documents.length);
          documents.forEach((document, note) => {
            expect(readField(index, fieldOffset(index, note, 0))).toBe(document.title);
            expect(readField(index, fieldOffset(index, note, 2))).toBe(document.summary);
          });
        },
      ),
    );
  });

  test.each([
    ["control characters", "\u0001".repeat(100)],
    ["halves of characters", "\ud800".repeat(100)],
    ["quotation marks", '"'.repeat(300)],
    ["a letter that is eighteen when it is folded", "\ufdfa".repeat(20)],
    ["letters that are two when they are folded", "ß".repeat(60)],
    ["a word of 300 letters", "a".repeat(300)],
  ])("runs come back as they were: %s", (_, run) => {
    const documents = asDocuments([{ title: `${run} end`, summary: run }]);
    const index = openIndex(writeSearchIndex(documents).slice().buffer);
    const [found] = searchIn(documents)("end").results;
    expect(found?.title).toBe(`${run} end`);
    expect(readField(index, fieldOffset(index, 0, 2))).toBe(run);
  });

  test("results are the JSON that JSON.stringify writes", () => {
    const index = openIndex(written());
    for (const [query, note] of [
      ["hash", 0],
      ["c++", 1],
      ["naive", 2],
    ] as const) {
      const { route, title, summary } = SAMPLE[note]!;
      expect(new TextDecoder().decode(searchResponse(index, query))).toBe(
        JSON.stringify({ query, count: 1, results: [{ route, title, summary }] }),
      );
    }
  });

  test("any words come back, whatever they have in common", () => {
    const word = fc.stringMatching(/^[aAbB]{1,18}[é1]?$/);
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 9 }), { maxLength: 30 }), (notes) => {
        const documents = asDocuments(notes.map((words) => ({ title: words.join(" ") })));
        const index = openIndex(writeSearchIndex(documents).slice().buffer);
        for (let note = documents.length - 1; note >= 0; note--) {
          expect(readField(index, fieldOffset(index, note, 0))).toBe(documents[note]!.title);
        }
        const found = new Set(notes.flat().map(fold));
        for (const key of found) {
          expect(findExact(index, new TextEncoder().encode(key))).not.toEqual([]);
        }
      }),
    );
  });

  test("any routes come back, whatever they have in common", () => {
    const segment = fc.oneof(
      fc.stringMatching(/^[ab]{1,3}$/),
      fc.stringMatching(/^[0-9]{1,4}$/),
      fc.constantFrom(
        "hash-table",
        "Hash",
        "hash",
        "a b",
        "a  b",
        "c++",
        "é",
        "数据",
        "👩‍💻",
        '"',
        "\\",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constant("x".repeat(260)),
    );
    const route = fc
      .array(segment, { maxLength: 4 })
      .map((parts) => `/${parts.join("/")}` as Route);
    const title = fc.constantFrom("Hash", "a", "hash table", "数据", "1 2 3");
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ route, title }), { selector: (note) => note.route }),
        (notes) => {
          const documents = asDocuments(notes).sort((a, b) => compareCodePoints(a.route, b.route));
          const index = openIndex(writeSearchIndex(documents).slice().buffer);
          documents.forEach((document, note) => {
            expect(readField(index, note, writeRoute)).toBe(document.route);
          });
        },
      ),
    );
  });

  test("more long words than there is room to keep as they are spelled come back", () => {
    const titles = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(60, "x"));
    const index = openIndex(writeSearchIndex(asDocuments(titles)).slice().buffer);
    for (const title of [...titles, ...titles]) {
      const note = titles.indexOf(title);
      expect(readField(index, fieldOffset(index, note, 0))).toBe(title);
    }
  });

  test("codes of three bytes: more words than two bytes, and one first byte of three, can number", () => {
    const word = (i: number): string => `w${i.toString(36)}x`;
    const documents = asDocuments(
      Array.from({ length: 2200 }, (_, note) => ({
        title: word(note * 50),
        summary: Array.from({ length: 49 }, (_, i) => word(note * 50 + i + 1)).join(" "),
      })),
    );
    const search = searchIn(documents);
    for (let i = 0; i < 110_000; i += 997) {
      const { results } = search(word(i));
      expect(results.map((result) => result.route)).toContain(documents[Math.floor(i / 50)]!.route);
    }
  });
});

test("what does not fit is refused when the index is written", () => {
  expect(() => assertFits(65_535, "facet values", 65_535)).not.toThrow();
  expect(() => assertFits(65_536, "facet values", 65_535)).toThrow(
    "65536 facet values: at most 65535 fit",
  );
});

describe("same content, same bytes", () => {
  test("two runs of the writer agree", () => {
    expect(writeSearchIndex(SAMPLE)).toEqual(writeSearchIndex(structuredClone(SAMPLE)));
  });

  test("the checksum is that of the bytes behind it", () => {
    const file = writeSearchIndex(SAMPLE);
    const header = new DataView(file.buffer, file.byteOffset);
    expect(header.getUint32(8, true)).toBe(crc32(file.subarray(12)));
  });
});

describe("refusal", () => {
  function changed(at: number, value: number): ArrayBuffer {
    const buffer = written();
    new DataView(buffer).setUint32(at, value, true);
    return buffer;
  }
  test.each([
    ["no bytes", new ArrayBuffer(0), "search index: not a search index"],
    ["another file", new ArrayBuffer(1000), "not a search index"],
    ["an older version", changed(4, 1), "version 1, expected 2"],
    ["a newer version", changed(4, 3), "version 3, expected 2"],
    ["a file cut off", written().slice(0, -4), /\d+ bytes, expected \d+/],
    ["a section out of place", changed(52, 1 << 30), "section postingOffsets is out of place"],
    ["a section in place of the header", changed(48, 80), "section wordOffsets is out of place"],
    ["a section not aligned", changed(56, 101), /section \w+ is out of place/],
  ])("%s is refused", (_, buffer, message) => {
    expect(() => openIndex(buffer)).toThrow(message);
  });
});

test("a frozen file of the version before is refused", () => {
  const frozen = readFileSync(join(import.meta.dirname, "frozen", "version-1.bin"));
  expect(() => openIndex(new Uint8Array(frozen).buffer)).toThrow(
    "search index: version 1, expected 2",
  );
});

describe("a frozen file of this version", () => {
  const frozen = readFileSync(
    join(import.meta.dirname, "frozen", `version-${INDEX_FORMAT.version}.bin`),
  );

  test("opens and answers as on the day it was written", () => {
    const index = openIndex(new Uint8Array(frozen).buffer);
    expect(index.count).toBe(3);
    expect(new TextDecoder().decode(searchResponse(index, "hashing"))).toContain(
      '"title":"Hash table"',
    );
    expect(new TextDecoder().decode(searchResponse(index, "数据"))).toContain('"count":1');
  });

  test("is what the writer writes today: a change of the bytes needs a new version", () => {
    expect(Buffer.from(writeSearchIndex(SAMPLE)).equals(frozen)).toBe(true);
  });
});

/** What the lexicon costs tells in a small collection; at 14,500 notes the factor is 1.03. */
test("the index of the shipped notes is at most 1.6 times their answers, both gzipped", () => {
  const documents = shippedDocuments();
  const answers = documents.map(({ route, title, summary }) => [route, title, summary]);
  const index = gzipSync(writeSearchIndex(documents), { level: 9 });
  expect(index.length).toBeLessThan(1.6 * gzipSync(JSON.stringify(answers), { level: 9 }).length);
});
