import { expect, test } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import * as LIMITS from "../../worker/search/limits.ts";
import { MatchTable } from "../../worker/search/match-table.ts";
import { openIndex } from "../../worker/search/open-index.ts";
import { asDocuments } from "./as-documents.ts";

test("more matches than there is room for are left out, and leave nothing behind", () => {
  const words = Array.from({ length: 5000 }, (_, i) => `w${i}`);
  const index = openIndex(writeSearchIndex(asDocuments(words)).slice().buffer);
  const table = new MatchTable();
  for (let word = 0; word < index.words; word++) table.add(index, word, 0, 0, 1);
  expect(index.marks.filter((mark) => mark !== 0)).toHaveLength(LIMITS.matches);
  table.clear(index);
  expect(index.marks.some((mark) => mark !== 0)).toBe(false);
});
