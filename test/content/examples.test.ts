import { describe, expect, test } from "vitest";
import type { ExampleLanguage } from "./example.ts";
import { examplesOf } from "./examples-of.ts";
import { findInterpreter } from "./find-interpreter.ts";
import { mdastNodes } from "./mdast-nodes.ts";
import { runExample } from "./run-example.ts";
import { shippedCollection } from "./shipped-collection.ts";

const LANGUAGES: readonly ExampleLanguage[] = ["python", "js", "bash"];

const { notes } = shippedCollection();
const examples = notes.flatMap(examplesOf);

test("every fence marked run is of a language that is run, with its output after it", () => {
  const outputs = notes
    .flatMap((note) => mdastNodes(note.markdown))
    .filter((node) => node.type === "code" && node.meta === "output");
  const isFit = ({ language, output }: (typeof examples)[number]): boolean =>
    LANGUAGES.some((known) => known === language) && output !== undefined;
  expect(examples.filter((example) => !isFit(example)).map(({ place }) => place)).toEqual([]);
  expect(outputs).toHaveLength(examples.length);
});

test("most notes that show code show code that was run", () => {
  expect(examples.length).toBeGreaterThanOrEqual(100);
  for (const language of LANGUAGES) {
    expect(examples.filter((example) => example.language === language)).not.toEqual([]);
  }
});

test.runIf(process.env.REQUIRE_PYTHON)("REQUIRE_PYTHON: the examples in Python are run", () => {
  expect(findInterpreter("python")).toEqual({ file: expect.any(String) });
});

describe.for(LANGUAGES)("%s", (language) => {
  const found = findInterpreter(language);
  const own = examples.filter((example) => example.language === language);

  test.concurrent.for(own)(
    "$place prints what the note says",
    async (example, { skip, expect }) => {
      if ("missing" in found) return skip(`this machine has no ${found.missing}`);
      const { stdout, ...rest } = await runExample(language, found.file, example.code);
      expect(rest).toEqual({ code: 0, stderr: expect.any(String), left: [] });
      expect(stdout).toBe(`${example.output}\n`);
    },
  );
});
