import { describe, expect, test } from "vitest";
import { examplesOf, findInterpreter, INTERPRETERS, runExample } from "./examples.ts";
import { nodesOf, shippedCollection } from "./shipped-collection.ts";

const { notes } = shippedCollection();
const examples = notes.flatMap(examplesOf);

test("every fence marked run is of a language that is run, with its output after it", () => {
  const unfit = examples.filter((e) => !(e.language in INTERPRETERS) || e.output === undefined);
  expect(unfit.map(({ place }) => place)).toEqual([]);
  const outputs = notes
    .flatMap((note) => nodesOf(note.markdown))
    .filter((node) => node.type === "code" && node.meta === "output");
  expect(outputs).toHaveLength(examples.length);
});

test("most notes that show code show code that was run", () => {
  expect(examples.length).toBeGreaterThanOrEqual(100);
  expect([...new Set(examples.map((e) => e.language))].sort()).toEqual(["bash", "js", "python"]);
});

describe.each(Object.entries(INTERPRETERS))("%s", (language, interpreter) => {
  const file = findInterpreter(interpreter);
  const own = examples.filter((example) => example.language === language);

  test.runIf(process.env[`REQUIRE_${language.toUpperCase()}`])("is on this machine", () => {
    expect(file).not.toBe("");
  });

  test.concurrent.for(own)(
    "$place prints what the note says",
    async ({ code, output }, { skip, expect }) => {
      if (file === "") return skip(`this machine has no ${interpreter.name}`);
      const { stdout, ...rest } = await runExample(file, [...interpreter.arguments, code]);
      expect(rest).toEqual({ code: 0, stderr: expect.any(String), left: [] });
      expect(stdout).toBe(`${output}\n`);
    },
  );
});
