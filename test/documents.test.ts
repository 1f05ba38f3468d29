import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const MAX_WORDS = 30;
const ROOT = join(import.meta.dirname, "..");
const DOCS = ["api", "benchmarks", "deploy", "notes", "package", "writing"];

/** The sentences of a document's prose, the cells of its tables apart; code counts as a word. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replace(/^ *```[\s\S]*?^ *```$|^<.*>$/gm, "")
    .replace(/`[^`\n]+`/g, "`")
    .replace(/\]\([^)]*\)/g, "]");
  return prose
    .split("\n")
    .flatMap((line) => line.split("|"))
    .flatMap((cell) => cell.split(/(?<=[.:!?]["”)*]*)\s+(?=[\p{Lu}\d`"([*])/u));
}

describe(`no sentence has more than ${MAX_WORDS} words`, () => {
  const documents = ["README", "CONTRIBUTING", "SECURITY", "CHANGELOG"];
  test.each([...documents, ...DOCS.map((name) => `docs/${name}`)])("%s.md", (file) => {
    const sentences = sentencesOf(readFileSync(join(ROOT, `${file}.md`), "utf8"));
    const words = (sentence: string) => sentence.match(/`|[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    expect(sentences.filter((sentence) => words(sentence) > MAX_WORDS)).toEqual([]);
  });
});
