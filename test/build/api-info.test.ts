import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { note, vault } from "./vault.ts";

const NOTE = { "guides/how it's-done.md": note("'How [it] is done: $&'") };

async function openApi(files: Readonly<Record<string, string>>) {
  const { build, outDir } = vault(files);
  await build();
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

test.each([
  ["licence: MIT", 2],
  ["license: { name: MIT, identifier: MIT, url: 'https://a.example' }", 2],
  ["contact: { email: nobody }", 2],
])("%s is an error with its place", async (line, expected) => {
  const { build } = vault({ "collections.yaml": `api:\n  ${line}\n`, ...NOTE });
  const { problems } = await build();
  expect(problems).toContainEqual(
    expect.objectContaining({ file: "collections.yaml", line: expected, severity: "error" }),
  );
});
