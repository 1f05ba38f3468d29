import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { recipe } from "./recipes.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** As strict as the project, and with the types of packages checked, too. */
const TSCONFIG = {
  extends: join(PROJECT, "tsconfig.json"),
  include: ["*.ts"],
  compilerOptions: {
    types: ["node"],
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    skipLibCheck: false,
  },
};

/** Each line except the first two is a mistake that the types must catch. */
const MISTAKES = `import type { paths } from "./schema.d.ts";
const client = (await import("openapi-fetch")).default<paths>();
export const unknownPath = client.GET("/note.json");
export const noQuery = client.GET("/search.json");
export const wrongType = client.GET("/search.json", { params: { query: { q: 1 } } });
export const noField = (await client.GET("/notes.json")).data?.total;
export const noMarkdown = (await client.GET("/notes.json")).data?.notes[0]?.markdown;
export const noSuchMethod = client.POST("/notes.json");
export const maybeAbsent: string = (await client.GET("/notes.json")).data?.notes[0]?.domain ?? 1;
export const noDigest: string = (await client.GET("/digests.json")).data?.digests["/languages/c"];
`;

let service: Service;
let folder: string;

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), "typed-client-"));
  const { body } = await service.fetch("/api/v1/openapi.json");
  const files = {
    "schema.d.ts": astToString(await openapiTS(body)),
    "recipe.ts": recipe("openapi-fetch", service.origin),
    "mistakes.ts": MISTAKES,
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify(TSCONFIG),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("types generated from the served document compile strictly, and catch mistakes", () => {
  const tsc = join(PROJECT, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["--pretty", "false"], { cwd: folder, encoding: "utf8" });
  const places = stdout.split("\n").flatMap((line) => /^(\S+)\((\d+),/.exec(line)?.[0] ?? []);
  const mistakes = MISTAKES.trim().split("\n").slice(2);
  expect([...new Set(places)], stdout).toEqual(
    mistakes.map((_, index) => `mistakes.ts(${index + 3},`),
  );
});

test("the documentation's recipe finds a note and reads it", () => {
  const printed = execFileSync(process.execPath, [join(folder, "recipe.ts")], { encoding: "utf8" });
  expect(printed).toMatch(/^Hash table \[ '.+' \]\n$/s);
});
