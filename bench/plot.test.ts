import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildTimes, relevance } from "./plot.ts";

const docs = (name: string) => readFileSync(join(import.meta.dirname, "../docs", name), "utf8");

test.each([
  ["build-time.svg", buildTimes],
  ["relevance.svg", relevance],
])("docs/%s shows the figures of docs/benchmarks.md", (name, draw) => {
  expect(docs(name), "run npm run bench -- plot").toBe(draw(docs("benchmarks.md")));
});
