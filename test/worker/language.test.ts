import { expect, test } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { asDocuments } from "../search/search-in.ts";
import { openService } from "./service.ts";

const GERMAN = asDocuments([
  { title: "Haus", summary: "Ein Gebäude." },
  { title: "Baum", summary: "Eine Pflanze." },
]);

test("a search finds other forms of a word in the language of the index", async () => {
  const service = await openService({ index: writeSearchIndex(GERMAN, "de") });
  // All at once, because the first requests load the language.
  const found = await Promise.all(
    ["H%C3%A4usern", "hausern", "B%C3%A4ume"].map((q) =>
      service.fetch(`/api/v1/search.json?q=${q}`),
    ),
  );
  expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
  const titles = found.map(({ body }) => JSON.parse(body).results[0]?.title);
  expect(titles).toEqual(["Haus", "Haus", "Baum"]);
});
