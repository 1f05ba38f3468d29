import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parseBuildOptions, splitOptions } from "../../scripts/cli/options.ts";
import { userCache } from "../../scripts/cli/program.ts";
import { serverOptions } from "../../scripts/commands/server-options.ts";
import { UsageError } from "../../scripts/diagnostics/errors.ts";
import { SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import { vault } from "./vault.ts";

const parse = (content: string, out: string, ...more: string[]) =>
  parseBuildOptions(["--content", content, "--out", out, ...more], {});

test.each([
  ["the notes folder", (content: string) => content],
  ["a folder around the notes", (content: string) => dirname(content)],
  ["a symbolic link to the notes folder", linkTo],
])("an output folder that is %s is refused", (_, out) => {
  const { contentDir } = vault({ "..notes/a.md": "Text.\n" });
  expect(() => parse(contentDir, out(contentDir))).toThrow(/ contains the notes: choose a /);
  expect(() => parse(join(contentDir, "..notes"), contentDir)).toThrow(/ contains the notes/);
});

function linkTo(content: string): string {
  const link = join(dirname(content), "link");
  symlinkSync(content, link);
  return link;
}

test.each([".", "..", "test/.."])("an output folder %s is refused", (out) => {
  const { contentDir } = vault({ "a.md": "Text.\n" });
  expect(() => parse(contentDir, out)).toThrow(
    `--out ${out} contains the folder that the build runs in: choose a separate folder.`,
  );
});

test("the folder of the notes is an argument, or --content", () => {
  for (const args of [["docs"], ["--content=docs"], ["--content", "docs"], ["--quiet", "docs"]]) {
    expect(parseBuildOptions(args, {}).contentDir).toBe("docs");
  }
  expect(parseBuildOptions([], {})).toMatchObject({ contentDir: "content", outDir: "dist" });
});

test("other notes have their output in the user's cache, or in their own dist/ if that is a build", () => {
  const { contentDir } = vault({ "a.md": "" });
  const outDir = () => parseBuildOptions([contentDir], {}).outDir;
  const cached = outDir();
  expect(cached.startsWith(join(userCache(), `${basename(contentDir)}-`))).toBe(true);
  expect(basename(cached)).toBe("dist");
  mkdirSync(join(contentDir, "dist"));
  expect(outDir()).toBe(cached);
  writeFileSync(join(contentDir, "dist", SEARCH_INDEX_FILE), "");
  expect(outDir()).toBe(join(contentDir, "dist"));
  expect(parseBuildOptions([join(process.cwd(), "content")], {}).outDir).toBe("dist");
});

test("npm start and npm run deploy separate the build's options from all others", () => {
  const args = ["--port", "1", "--content", "a", "--rule=b=off", "--ignore", "c", "--var", "X:1"];
  expect(splitOptions(args)).toEqual({
    build: ["--content", "a", "--rule=b=off", "--ignore", "c"],
    others: ["--port", "1", "--var", "X:1"],
  });
  expect(() => parse("dist", "dist")).toThrow("--out dist contains the notes");
});

test("an output folder that contains some of the notes is refused, unless they are ignored", async () => {
  const { contentDir, ...made } = vault({
    "a.md": "Text.\n",
    "docs/b/c.md": "---\ndraft: true\n---\n",
  });
  const outDir = join(contentDir, "docs");
  await expect(made.build({ outDir })).rejects.toThrow("contains notes, docs/b/c.md among them.");
  expect(readdirSync(outDir)).toEqual(["b"]);
  expect((await made.build({ outDir, check: true })).problems).toEqual([]);
  writeFileSync(
    join(contentDir, "collections.yaml"),
    "ignore: [docs]\nrules: {front-matter-missing: off, missing-title: off, missing-summary: off}\n",
  );
  for (const _ of ["first", "second"]) expect((await made.build({ outDir })).notes).toHaveLength(1);
  expect(readFileSync(join(outDir, "b/c.md"), "utf8")).toContain("draft");
});

test("an output folder inside or beside the notes is accepted, and any folder for a check", () => {
  const { contentDir } = vault({ "a.md": "Text.\n" });
  for (const out of ["dist", "..dist", "a/b/dist"]) {
    expect(parse(contentDir, join(contentDir, out)).outDir).toBe(join(contentDir, out));
  }
  expect(parse(contentDir, `${contentDir}-dist`).outDir).toBe(`${contentDir}-dist`);
  expect(parse(contentDir, contentDir, "--check").outDir).toBe(contentDir);
});

test.each([
  [["--content"], "--content needs a value."],
  [["--out", "--quiet"], "--out needs a value."],
  [["--chekc"], "Unknown option '--chekc'. Did you mean --check?"],
  [
    ["--attachments", "files"],
    "--attachments must be an address, such as https://example.org/files.",
  ],
  [
    ["8000"],
    '"8000" is not a folder. If it belongs to an option, put a -- before that: npm start -- --port 8000.',
  ],
  [["docs", "test"], "Only one folder of notes can be named, not docs and test."],
  [["docs", "--content", "test"], "Only one folder of notes can be named, not docs and test."],
  [["--foo"], "Unknown option '--foo'."],
  [["--report", "xml"], "--report must be text, json or github."],
  [
    ["--rule", "broken-lnk=off"],
    '--rule: there is no rule "broken-lnk" to set. Did you mean broken-link?',
  ],
  [["--rule", "EMBEDS=off"], '--rule: there is no rule "EMBEDS" to set. Did you mean embed?'],
  [["--rule", "config=off"], '--rule: there is no rule "config" to set.'],
  [["--rule", "embed=quiet"], "--rule embed must be error, warning or off."],
])("incorrect usage %j gives one sentence that ends with a period", (args, message) => {
  expect(() => parseBuildOptions(args, {})).toThrow(new UsageError(message));
});

test("of a variable that --var and the environment give, the server takes that of --var", () => {
  const values = { port: "0", host: "localhost", var: ["BASE_PATH:/a"], "trusted-proxy": [] };
  const { variables } = serverOptions(values, { BASE_PATH: "/b", LOG_SAMPLE_RATE: "0.5" });
  expect(variables).toMatchObject({ BASE_PATH: "/a", LOG_SAMPLE_RATE: "0.5" });
});
