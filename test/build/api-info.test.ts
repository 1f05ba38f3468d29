import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { infoFile } from "../../scripts/output/dist-files.ts";
import { RESERVED_FIELDS } from "../../worker/contract/note.ts";
import { builtVault, note } from "./vault.ts";

const NOTE = { "guides/how it's-done.md": note("'How [it] is done: $&'") };

async function openApi(files: Readonly<Record<string, string>>) {
  const { outDir } = await builtVault(files);
  const text = readFileSync(join(outDir, "api/v1/openapi.json"), "utf8");
  return { text, info: JSON.parse(text).info };
}

test("without `api:`, the document has a neutral title, claims no license, and names only the owner's notes", async () => {
  const { text, info } = await openApi(NOTE);
  expect(info).toMatchObject({ title: "Notes API" });
  expect(Object.keys(info)).toEqual(["title", "version", "summary", "description"]);
  expect(text).not.toMatch(/python|hash-table|\bMIT\b/i);
  expect(info.description).toContain("such as `/guides/how-it-s-done`");
  expect(text).toContain("`[How [it] is done: $&](/guides/how-it-s-done)`");
});

test("the document describes each field that every note has, and the output has it", async () => {
  const { read } = await builtVault({
    "collections.yaml": "list: []\nfull: []\nupdated: false\n",
    ...NOTE,
  });
  const { FullNote, NoteSummary } = JSON.parse(read("api/v1/openapi.json")).components.schemas;
  const [full] = JSON.parse(read("api/v1/parts/1.json")).notes;
  const [summary] = JSON.parse(read("api/v1/notes.json")).notes;
  for (const [schema, value] of [
    [FullNote, full],
    [NoteSummary, summary],
  ]) {
    expect(schema.required).toEqual(Object.keys(value));
    expect(Object.keys(schema.properties)).toEqual(Object.keys(value));
    for (const { type, description } of Object.values<Record<string, string>>(schema.properties)) {
      expect([type, description]).toEqual([expect.any(String), expect.stringMatching(/\w/)]);
    }
  }
  expect(FullNote.required).toEqual(RESERVED_FIELDS);
});

test("agents get at most 400 characters of the description, which end with a word", () => {
  const aboutOf = (description: string) =>
    JSON.parse(infoFile({ description }).bytes.toString()).about;
  expect(aboutOf(`${"a".repeat(390)} ${"b".repeat(11)} c`)).toBe(`${"a".repeat(390)}…`);
  expect(aboutOf("a".repeat(399))).toBe("a".repeat(399));
});

test("`api:` says whose API it is", async () => {
  const api = `api:
  title: Graph notes
  description: What we know about graphs.
  license: { name: CC BY 4.0, url: https://creativecommons.org/licenses/by/4.0/ }
  contact: { name: Graph group, email: graphs@example.org }
`;
  const { info } = await openApi({ "collections.yaml": api, ...NOTE });
  expect(info).toMatchObject({
    title: "Graph notes",
    description: expect.stringMatching(/^What we know about graphs\.\n\nRead-only access/),
    license: { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
    contact: { name: "Graph group", email: "graphs@example.org" },
  });
});
