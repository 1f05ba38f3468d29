import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from "vitest";
import { newFolder, note, type Vault, vault } from "../build/vault.ts";
import { openService, type Service, startService } from "../worker/service.ts";
import { needTool } from "./need-tool.ts";
import { RECIPE_NAMES, recipe } from "./recipes.ts";
import { type Limit, startRecorder } from "./recorder.ts";
import { refusal } from "./refusal.ts";

let service: Service;

beforeAll(async () => {
  service = await startService({ vars: { RATE_LIMIT_REQUESTS: 1000 } });
});

afterAll(() => service.stop());

/** Runs a program in a folder; returns its output. */
async function run(cwd: string, [program, ...args]: readonly [string, ...string[]]) {
  const { stdout } = await promisify(execFile)(program, args, { cwd });
  return stdout;
}

function runModule(cwd: string, code: string): Promise<string> {
  return run(cwd, [process.execPath, "--input-type=module", "--eval", code]);
}

test("every recipe of the documentation is run by a test", () => {
  const elsewhere = ["nginx", "openapi-fetch", "page"];
  const here = ["curl", "urllib", "fetch", "copy", "links", "tools", "okf"];
  for (const name of RECIPE_NAMES) expect([...here, ...elsewhere]).toContain(name);
  expect(RECIPE_NAMES).toEqual(expect.arrayContaining(here));
});

test("curl lists, searches, and downloads only what changed", async (context: TestContext) => {
  needTool(context, "REQUIRE_CURL", "curl");
  const bash = needTool(context, "REQUIRE_CURL", "bash");
  const code = recipe("curl", service.origin);
  const printed = await run(newFolder(), [bash, "-euo", "pipefail", "-c", code]);
  expect(printed).toMatch(/^\{"count":\d+,.*"title":"C\+\+".*304\n$/s);
});

test("Python's standard library searches and gets a note, and waits as told at the limit", async (context: TestContext) => {
  const python = needTool(context, "REQUIRE_PYTHON", "python3");
  const limit = { requests: 1, refusal: await refusal(1) };
  const recorder = await startRecorder(service.origin, limit);
  onTestFinished(recorder.stop);
  const printed = await run(newFolder(), [python, "-c", recipe("urllib", recorder.origin)]);
  expect(printed).toMatch(/^\d+ notes found\n.*bucket/s);
  expect(recorder.exchanges.map((line) => line.slice(-3))).toEqual(["200", "429", "200"]);
});

test("fetch searches and gets a note", async () => {
  const printed = await runModule(newFolder(), recipe("fetch", service.origin));
  expect(printed).toMatch(/^Hash table \[ '.+' \]\n$/s);
});

test("an agent's tools search, read, list, and explain errors", async () => {
  const file = join(newFolder(), "tools.mjs");
  writeFileSync(file, recipe("tools", service.origin));
  const { tools, call }: Tools = await import(pathToFileURL(file).href);
  const asked: Record<string, Record<string, string>> = {
    search_notes: { q: "hash table" },
    get_note: { route: "/terms/data-structures/hash-table" },
    list_notes: {},
  };
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(asked).sort());
  for (const { name, inputSchema } of tools) {
    expect(Object.keys(inputSchema.properties)).toEqual(Object.keys(asked[name] ?? {}));
    expect(await call(name, asked[name] ?? {})).toContain("Hash table");
  }
  expect(await call("list_notes", {})).toMatch(/^(\/\S+ .+\n){19}\/\S+ .+$/);
  const missing = JSON.parse(
    await call("get_note", { route: "/terms/data-structures/hash-tabel" }),
  );
  expect(missing).toMatchObject({
    status: 404,
    suggestions: expect.arrayContaining(["/api/v1/notes/terms/data-structures/hash-table.json"]),
  });
});

test("an Open Knowledge Format bundle is served with its fields and links", async () => {
  const { build, read } = vault({
    "collections.yaml": recipe("okf"),
    "index.md": "# Sales\n\n- [Orders](/tables/orders.md)\n",
    "log.md": "# Log\n",
    "tables/orders.md":
      "---\ntype: Table\ntitle: Orders\ndescription: One row an order.\nstatus: draft\nstale_after: 2026-09-23\ngenerated: { by: human:ada, at: 2026-05-28T14:30:00Z }\n---\nSee [the metric](../metrics/revenue.md).\n",
    "metrics/revenue.md":
      "---\ntype: Metric\ntitle: Revenue\n---\nOf [orders](/tables/orders.md).\n",
  });
  expect((await build()).problems).toEqual([]);
  expect(JSON.parse(read("api/v1/notes.json")).count).toBe(2);
  expect(JSON.parse(read("api/v1/notes/tables/orders.json"))).toMatchObject({
    summary: "One row an order.",
    type: "Table",
    status: "draft",
    stale_after: "2026-09-23",
    markdown: "See [the metric](/metrics/revenue).\n",
  });
});

interface Tools {
  tools: { name: string; inputSchema: { properties: object } }[];
  call(name: string, input: Record<string, string>): Promise<string>;
}

test("a copy takes one request if nothing changed, and one more for each note that did", async () => {
  const folder = newFolder();
  const files = {
    "a/edited.md": note("Edited"),
    "a/b/kept.md": note("Kept"),
    "gone.md": note("Gone"),
  };
  const before = await serve(vault(files));
  expect(await update(before, folder)).toEqual([
    "GET /api/v1/digests.json 200",
    "GET /api/v1/notes/a%2Fb%2Fkept.json 200",
    "GET /api/v1/notes/a%2Fedited.json 200",
    "GET /api/v1/notes/gone.json 200",
  ]);
  expect(await update(before, folder)).toEqual(["GET /api/v1/digests.json 304"]);
  const { "gone.md": _, ...kept } = files;
  const edited = { "a/edited.md": note("Edited", "Other text.\n"), "new.md": note("New") };
  const after = await serve(vault({ ...kept, ...edited }));
  expect(await update(after, folder)).toEqual([
    "GET /api/v1/digests.json 200",
    "GET /api/v1/notes/a%2Fedited.json 200",
    "GET /api/v1/notes/new.json 200",
  ]);
  expect(await update(after, folder)).toEqual(["GET /api/v1/digests.json 304"]);
});

test("a first copy of many notes takes two requests, and one that was stopped goes on", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `note-${i}`);
  const notes = names.map((name) => [`${name}.md`, note(name)]);
  const many = await serve(vault(Object.fromEntries(notes)));
  const folder = newFolder();
  const requests = ["GET /api/v1/digests.json 200", "GET /api/v1/parts/1.json 200"];
  expect(await update(many, folder)).toEqual(requests);
  const path = join(folder, "copy.json");
  const copy = JSON.parse(readFileSync(path, "utf8"));
  // As if stopped after the part, with one note that does not match its digest.
  writeFileSync(path, JSON.stringify({ notes: { ...copy.notes, "/note-7": "{}" } }));
  expect(await update(many, folder)).toEqual([requests[0], "GET /api/v1/notes/note-7.json 200"]);
});

test("links, inverted, give backlinks and orphans", async () => {
  const code = recipe("links", service.origin);
  const { backlinks, orphans } = JSON.parse(await runModule(newFolder(), code));
  const linked = Object.keys(backlinks).filter((route) => backlinks[route].length > 0);
  expect(linked.length).toBeGreaterThan(0);
  expect([...linked, ...orphans].sort()).toEqual(Object.keys(backlinks).sort());
});

test("a copy that reaches the limit waits as Retry-After says, and is not refused again", async () => {
  const names = Array.from({ length: 8 }, (_, i) => `note ${i}`);
  const notes = names.map((name) => [`${name}.md`, note(name)]);
  const many = await serve(vault(Object.fromEntries(notes)));
  const limit = { requests: 5, refusal: await refusal(1) };
  const statuses = (await update(many, newFolder(), limit)).map((line) => line.slice(-3));
  expect(statuses.join(" ")).toBe("200 200 200 200 200 429 200 200 200 200");
});

interface Served {
  readonly origin: string;
  /** From routes to what is served there. */
  readonly notes: Readonly<Record<string, string>>;
}

/** Builds a vault and serves it until the test ends. */
async function serve({ build, outDir, read }: Vault): Promise<Served> {
  const { notes } = await build();
  const { origin } = await openService({ dist: outDir });
  const texts = notes.map(({ route }) => [route, read(`api/v1/notes${route}.json`)]);
  return { origin, notes: Object.fromEntries(texts) };
}

/** Updates the copy in a folder, and checks it. @returns the requests made */
async function update(
  { origin, notes }: Served,
  folder: string,
  limit?: Limit,
): Promise<readonly string[]> {
  const recorder = await startRecorder(origin, limit);
  await runModule(folder, recipe("copy", recorder.origin));
  recorder.stop();
  const copy = JSON.parse(readFileSync(join(folder, "copy.json"), "utf8"));
  expect(copy.notes).toEqual(notes);
  return recorder.exchanges;
}
