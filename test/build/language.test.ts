import { expect, test } from "vitest";
import { parseBuildOptions } from "../../scripts/cli/options.ts";
import { jsonReport } from "../../scripts/report/print.ts";
import { languageOf } from "../../worker/search/open-index.ts";
import { builtVault, type Vault, vault } from "./vault.ts";

const GERMAN = {
  "haus.md": "# Haus\n\nDas Haus ist ein Gebäude, in dem die Menschen wohnen.\n",
  "baum.md": "# Baum\n\nEin Baum ist eine Pflanze mit einem Stamm aus Holz.\n",
};

/** The language in the built index. */
function languageIn({ tree }: Vault): string | undefined {
  const bytes = Buffer.from(tree()["search-index.bin"]!, "latin1");
  return languageOf(new Uint8Array(bytes).buffer);
}

test("the index has the language that is recognized, or set in collections.yaml or on the command line", async () => {
  const notes = vault(GERMAN);
  expect(JSON.parse(jsonReport(await notes.build())).language).toBe("de");
  expect(languageIn(notes)).toBe("de");
  expect(JSON.parse(jsonReport(await notes.build())).language).toBe("de");
  // The notes have not changed, but the index does.
  notes.write("collections.yaml", "language: nl\n");
  expect(JSON.parse(jsonReport(await notes.build())).language).toBe("nl");
  expect(languageIn(notes)).toBe("nl");
  await notes.build({ language: "fi" });
  expect(languageIn(notes)).toBe("fi");
});

test("it is English if none is recognized", async () => {
  const notes = await builtVault({ "a.md": "# 1\n\nnpm\n" });
  expect(languageIn(notes)).toBe("en");
});

test("a language that is not known is an error that lists those that are", async () => {
  const { build } = vault({ ...GERMAN, "collections.yaml": "language: German\n" });
  const [problem] = (await build()).problems;
  expect(problem).toMatchObject({ file: "collections.yaml", line: 1, column: 11, rule: "config" });
  expect(problem?.message).toBe(
    "language: must be one of en, de, fr, es, it, pt, nl, sv, ru, tr, fi.",
  );
  expect(() => parseBuildOptions(["--language", "German"], {})).toThrow(
    "--language must be one of en, de, fr, es, it, pt, nl, sv, ru, tr, fi.",
  );
  expect(parseBuildOptions(["--language", "de"], {}).language).toBe("de");
});
