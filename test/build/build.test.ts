import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needTool } from "../clients/need-tool.ts";
import { brief, builtVault, CONFIG, note, vault } from "./vault.ts";

const LANGUAGE = "category: functional\ndomain: Research\n";

test("a vault becomes the list, one file per note, the index and the OpenAPI document, byte for byte", async () => {
  const { build, outDir, read } = vault({
    "collections.yaml": CONFIG,
    "languages/f-sharp.md": note('"F#"', "Body\r\n\tas is  ", `${LANGUAGE}tags: [graphs]\n`),
    "terms/data-structures/heap.md": note("Heap", "\nA tree.", "domain: Data structures\n"),
    "guides/Start Here.md": note("Start"),
  });
  const result = await build();
  expect(result.problems).toEqual([]);
  expect(read("api/v1/notes.json")).toBe(
    '{"count":3,"notes":[' +
      '{"route":"/guides/start-here","title":"Start","collection":"guides","tags":[],"summary":"About it."},' +
      '{"route":"/languages/f-sharp","title":"F#","collection":"languages","category":"functional","tags":["graphs"],"summary":"About it."},' +
      '{"route":"/terms/data-structures/heap","title":"Heap","collection":"terms","domain":"Data structures","tags":[],"summary":"About it."}]}',
  );
  expect(read("api/v1/notes/languages/f-sharp.json")).toBe(
    '{"route":"/languages/f-sharp","title":"F#","collection":"languages","domain":"Research","category":"functional","tags":["graphs"],"summary":"About it.","markdown":"Body\\r\\n\\tas is  "}',
  );
  expect(read("api/v1/notes/terms/data-structures/heap.json")).toBe(
    '{"route":"/terms/data-structures/heap","title":"Heap","collection":"terms","domain":"Data structures","tags":[],"summary":"About it.","markdown":"\\nA tree."}',
  );
  expect(JSON.parse(read("api/v1/openapi.json")).openapi).toMatch(/^3\.1/);
  expect(existsSync(join(outDir, "search-index.bin"))).toBe(true);
  expect(read(".assetsignore")).toBe("search-index.bin\n");
});

test("all problems of all notes are reported at once, each with its place", async () => {
  const { build, outDir } = vault({
    "collections.yaml": CONFIG,
    "guides/bare.md": "No front matter.\n",
    "guides/colon.md": "---\ntitle: A: B\nsummary: S.\n---\n",
    "guides/types.md": "---\ntitle: [a, b]\nsummary: S.\ntags: { a: b }\n---\n",
    "guides/unknown.md": note("U", "", "sumary: x\n"),
    "guides/no-summary.md": "---\ntitle: T\nsummary:\n---\n",
    "guides/tag.md": note("T", "", "tags:\n  - graphs\n  - graph\n"),
    "languages/x.md": note("X", "", "category: functionl\ndomain: D\n"),
    "terms/trees/z.md": note("Z", "", "domain: Data structures\n"),
    "languages/Upper Case.md": note("V", "", LANGUAGE),
    "languages/com\u00b9.md": note("W1", "", LANGUAGE),
    "stray.md": note("Stray"),
    "guides/latin1.md": Buffer.from("---\ntitle: L\nsummary: S.\n---\nab\ncaf\xe9\n", "latin1"),
  });
  const { problems } = await build();
  expect(problems.map(brief)).toEqual([
    "guides/bare.md:1:1 error front-matter-missing",
    "guides/colon.md:2:8 error front-matter-malformed",
    "guides/latin1.md:6:4 error invalid-utf8",
    "guides/no-summary.md:1:1 error missing-summary",
    "guides/tag.md:6:5 error value-not-allowed",
    "guides/types.md:2:8 error field-type",
    "guides/types.md:4:7 error field-type",
    "guides/unknown.md:4:1 warning unknown-key",
    "languages/Upper Case.md:1:1 error unsafe-name",
    "languages/com\u00b9.md:1:1 error unsafe-name",
    "languages/x.md:4:11 error value-not-allowed",
    "stray.md:1:1 error outside-collection",
    "terms/trees/z.md:4:9 error field-folder",
  ]);
  const better = problems.flatMap(({ suggestions: [first] }) => first ?? []);
  expect(better).toEqual([
    '"A: B"',
    "graphs",
    "summary",
    "upper-case",
    "com¹-untitled",
    "functional",
    "terms/data-structures/z.md",
  ]);
  expect(existsSync(outDir)).toBe(false);
});

test("underlines the part of a field that is wrong, and does not call a field of the wrong type missing", async () => {
  const { problems } = await vault({
    "collections.yaml": CONFIG,
    "languages/x.md": note("X", "", "category: { a: b }\ndomain: x\ntgas: [x]\n"),
  }).build();
  expect(problems.map(({ rule, length, suggestions }) => [rule, length, suggestions])).toEqual([
    ["field-type", "{ a: b }".length, []],
    ["unknown-key", "tgas".length, ["tags"]],
  ]);
});

test("lists at most 20 of the allowed values, and suggests those that are similar", async () => {
  const tags = Array.from({ length: 21 }, (_, i) => `label${i}`);
  const { problems } = await vault({
    "collections.yaml": `tags: [${tags.join(", ")}]\n`,
    "a.md": note("A", "", "tags: [labels0]\n"),
  }).build();
  expect(problems[0]?.message).toMatch(/allows: label0, label1, .* label19, …\.$/);
  expect(problems[0]?.suggestions).toEqual(["label0", "label10", "label20"]);
});

test("two notes with the same route are a problem, even if their names differ only in Unicode form", async () => {
  const { problems } = await vault({
    "collections.yaml": `collections:
  a: { folder: a, route: "/Notes/{slug}" }
  b: { folder: b, route: "/notes/{slug}" }
`,
    "a/caf\u00e9.md": note("A"),
    "b/cafe\u0301.md": note("B"),
    "b/same.md": note("C"),
    "b/same.markdown": note("D"),
  }).build();
  expect(problems.map(brief)).toEqual([
    "b/cafe\u0301.md:1:1 error duplicate-route",
    "b/same.md:1:1 error duplicate-route",
  ]);
  expect(problems[1]?.message).toBe(
    "The route /notes/same is also the route of b/same.markdown. Rename one of the two.",
  );
});

test("a failed build leaves the previous output unchanged", async () => {
  const { build, write, tree } = await builtVault({
    "collections.yaml": CONFIG,
    "guides/a.md": note("A", "Before.\n"),
  });
  const before = tree();
  write("guides/a.md", "no front matter");
  const { problems } = await build();
  expect(problems).toHaveLength(1);
  expect(tree()).toEqual(before);
});

test("a folder that no build made is not replaced", async () => {
  const { build, contentDir, write } = vault({ "a.md": note("A"), "site/api/mine.txt": "mine" });
  const outDir = join(contentDir, "site");
  await expect(build({ outDir })).rejects.toThrow(/contains api\/mine\.txt, which no build made/);
  write("site/b.md", note("B"));
  await expect(build({ outDir })).rejects.toThrow(/contains notes, site\/b\.md among them/);
  expect(readFileSync(join(outDir, "api/mine.txt"), "utf8")).toBe("mine");
});

test.each([
  ["drafts", "---\ndraft: true\n---\n"],
  ["unreadable", Buffer.from([0xff])],
])("if all notes are %s, that is an error, and the previous output stays", async (_, content) => {
  const { build, write, tree } = await builtVault({ "a.md": note("A") });
  const before = tree();
  write("a.md", content);
  const { problems } = await build();
  expect(problems.map(brief)).toContain(".:1:1 error no-notes");
  expect(tree()).toEqual(before);
});

test("a pipe in place of collections.yaml is refused", async (context) => {
  const mkfifo = needTool(context, "REQUIRE_COREUTILS", "mkfifo");
  const { build, contentDir } = vault({ "a.md": note("A") });
  execFileSync(mkfifo, [join(contentDir, "collections.yaml")]);
  await expect(build()).rejects.toThrow(/collections\.yaml cannot be read: it is not a file\.$/);
});

test("a collections.yaml that cannot be looked at is named, and not the output", async () => {
  const { build, contentDir } = vault({ "a.md": note("A") });
  symlinkSync("collections.yaml", join(contentDir, "collections.yaml"));
  await expect(build()).rejects.toThrow(/collections\.yaml cannot be read: E/);
});

test("a note with half a million links is served with its links unread", async () => {
  const { build, read } = vault({ "a.md": note("A", "[[b]] ".repeat(500_000)), "b.md": note("B") });
  const { problems } = await build();
  expect(problems.map(({ rule }) => rule)).toEqual(["unread-links"]);
  expect(read("api/v1/notes/a.json")).toContain("[[b]] [[b]]");
});
