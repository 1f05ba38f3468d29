import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { basePath } from "../../worker/http/base-path.ts";
import { belowBase } from "../../worker/http/below-base.ts";
import { type Service, startService } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService({ vars: { BASE_PATH: "/docs", RATE_LIMIT_REQUESTS: 1000 } });
});

afterAll(() => service.stop());

/** Without the checks of `service.fetch`, which hold for addresses without a base path. */
async function ask(target: string, init: RequestInit = {}) {
  const response = await fetch(service.origin + target, init);
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

test("every address has the base path in front", async () => {
  const { status, body } = await ask("/docs/api/v1/notes.json");
  expect(status).toBe(200);
  expect((await ask(`/docs/api/v1/notes${body.notes[0].route}.json`)).status).toBe(200);
  expect((await ask("/docs/api/v1/search.json?q=hash+table")).body.count).toBeGreaterThan(0);
  expect((await ask("/docs/api/v1/openapi.json")).status).toBe(200);
  expect((await ask("/%64ocs/api/v1/notes.json")).status).toBe(200);
});

test.for([
  "/api/v1/notes.json",
  "/docs",
  "/docs/",
  "/docsapi/v1/notes.json",
  "/docs/docs/api/v1/notes.json",
  "/docs//api/v1/notes.json",
  "/DOCS/api/v1/notes.json",
  "/docs%2Fapi/v1/notes.json",
  "/docs/../api/v1/notes.json",
])("nothing is at %s", async (target) => {
  const { status, body } = await ask(target);
  expect([status, body.title]).toEqual([404, "No such address"]);
  expect(body.addresses).toContain("/docs/api/v1/notes.json");
});

test("the OpenAPI document names the server with its base path, wherever it is served", async () => {
  const address = "/docs/api/v1/openapi.json";
  const { servers, paths } = (await ask(address)).body;
  const server = new URL(servers[0].url, service.origin + address);
  expect(server.href).toBe(`${service.origin}/docs/`);
  expect(Object.keys(paths)).toContain("/api/v1/notes.json");
});

test("the addresses in a problem document have it too", async () => {
  const { body } = await ask("/docs/api/v1/notes/languages/pyhton.json");
  expect(body).toMatchObject({
    type: "/docs/api/v1/openapi.json#/components/examples/NoteNotFound",
    instance: "/docs/api/v1/notes/languages/pyhton.json",
  });
  expect(body.suggestions).toContain("/docs/api/v1/notes/languages/python.json");
  for (const suggestion of body.suggestions) expect((await ask(suggestion)).status).toBe(200);
  const type = body.type.split("#")[0];
  expect((await ask(type)).body.components.examples).toHaveProperty("NoteNotFound");
  const elsewhere = await ask("/docs/nothing");
  for (const address of elsewhere.body.addresses) expect(address).toMatch(/^\/docs\/api\/v1\//);
  expect(elsewhere.body.instance).toBe("/docs/nothing");
});

test.for([
  [undefined, ""],
  ["", ""],
  ["/docs", "/docs"],
  ["/a/b", "/a/b"],
  ["/caf\u00e9", "/caf%C3%A9"],
] as const)("BASE_PATH %j is %j", ([value, path]) => {
  const reports: string[] = [];
  expect(basePath(value, (message) => reports.push(message))).toBe(path);
  expect(reports).toEqual([]);
});

test.for([
  "docs",
  "/docs/",
  "/",
  "//docs",
  "/docs//a",
  "/%ZZ",
  "/a%2Fb",
  "/a/../",
  "/docs ",
  "/docs?a",
  "/docs#a",
  "https://a.example/docs",
  1,
])("BASE_PATH %j is none, and is reported", (value) => {
  const reports: string[] = [];
  expect(basePath(value, (message) => reports.push(message))).toBe("");
  expect(reports).toEqual([expect.stringContaining(JSON.stringify(value))]);
});

test("what lies below the base path is known by its slash", () => {
  expect(belowBase("/docs/api", "/docs")).toBe("/api");
  expect(belowBase("/docsapi", "/docs")).toBe("");
  expect(belowBase("/docs", "/docs")).toBe("");
  expect(belowBase("/docs/api", "")).toBe("/docs/api");
});

test("a malformed base path is reported in the log, and none is used", async () => {
  const other = await startService({ vars: { BASE_PATH: "docs" } });
  onTestFinished(other.stop);
  expect((await other.fetch("/api/v1/notes.json")).status).toBe(200);
  expect(other.log.join("\n")).toContain("BASE_PATH");
});
