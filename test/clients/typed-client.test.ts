import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { generateTypes } from "./generator/generate-types.ts";

const PROJECT = join(import.meta.dirname, "../..");

const COMPILER_OPTIONS = {
  target: "es2024",
  lib: ["es2024"],
  types: ["node"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noImplicitReturns: true,
  skipLibCheck: false,
  noEmit: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
};

/** A route has slashes, which stay as they are: the one thing a generated client has to be told. */
const CLIENT = `
import createClient, { defaultPathSerializer } from "openapi-fetch";
import type { paths } from "./schema.d.ts";

export const client = createClient<paths>({
  baseUrl: process.argv[2] + "/api/v1",
  pathSerializer: (path, parameters) =>
    defaultPathSerializer(path, parameters).replaceAll("%2F", "/"),
});
`;

/** The README's block for this client. */
const [, RECIPE = ""] =
  /^```ts recipe\n(.*?)^```$/ms.exec(readFileSync(join(PROJECT, "README.md"), "utf8")) ?? [];

const PROGRAM = `
import { client } from "./client.ts";

const { data: list } = await client.GET("/notes.json");
const { data: found } = await client.GET("/search.json", { params: { query: { q: "C++" } } });
const routes: string[] = [];
for (const { route } of list?.notes.slice(0, 20) ?? []) {
  const path = { route: route.slice(1) };
  const { data: note } = await client.GET("/notes/{route}.json", { params: { path } });
  if (note !== undefined && note.markdown.length > 0) routes.push(note.route);
}
const missing = await client.GET("/notes/{route}.json", { params: { path: { route: "no/such" } } });
const blank = await client.GET("/search.json", { params: { query: { q: " " } } });
console.log(JSON.stringify({
  count: list?.count,
  listed: list?.notes.length,
  routes,
  best: found?.results[0]?.title,
  missing: missing.error?.status,
  suggestions: missing.error?.suggestions?.length,
  blank: blank.error?.detail,
}));
`;

/** Each line but the first is one mistake that the types must find. */
const MISTAKES = `import { client } from "./client.ts";
export const unknownPath = client.GET("/note.json");
export const noQuery = client.GET("/search.json");
export const wrongType = client.GET("/search.json", { params: { query: { q: 1 } } });
export const noField = (await client.GET("/notes.json")).data?.total;
export const noMarkdown = (await client.GET("/notes.json")).data?.notes[0]?.markdown;
export const noSuchMethod = client.POST("/notes.json");
export const maybeAbsent: string = (await client.GET("/notes.json")).data?.notes[0]?.domain ?? 1;
`;

let service: Service;
let folder: string;

beforeAll(async () => {
  service = await startService({ vars: { RATE_LIMIT_REQUESTS: 1000 } });
  folder = mkdtempSync(join(tmpdir(), "typed-client-"));
  const { body } = await service.fetch("/api/v1/openapi.json");
  const files = {
    "schema.d.ts": await generateTypes(body),
    "client.ts": CLIENT,
    "program.ts": PROGRAM,
    "recipe.ts": RECIPE.replace("https://notes.example", service.origin),
    "mistakes.ts": MISTAKES,
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions: COMPILER_OPTIONS }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("types generated from the served document compile strictly, and find mistakes", () => {
  const tsc = join(PROJECT, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["--pretty", "false"], { cwd: folder, encoding: "utf8" });
  const places = stdout.split("\n").flatMap((line) => /^(\S+)\((\d+),/.exec(line)?.[0] ?? []);
  expect([...new Set(places)], stdout).toEqual(
    MISTAKES.trim()
      .split("\n")
      .slice(1)
      .map((_, index) => `mistakes.ts(${index + 2},`),
  );
});

test("the generated client reads the list, notes, search and problems", async () => {
  const program = [join(folder, "program.ts"), service.origin];
  const printed = execFileSync(process.execPath, program, { encoding: "utf8" });
  const { count, listed, routes, ...rest } = JSON.parse(printed);
  expect(listed).toBe(count);
  expect(routes).toHaveLength(20);
  expect(rest).toEqual({
    best: "C++",
    missing: 404,
    suggestions: expect.any(Number),
    blank: expect.stringContaining("q"),
  });
});

test("the README's recipe finds what it asks for", () => {
  const printed = execFileSync(process.execPath, [join(folder, "recipe.ts")], { encoding: "utf8" });
  expect(printed).toBe("/terms/data-structures/hash-table\n");
});
