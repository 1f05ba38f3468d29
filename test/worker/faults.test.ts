import { Response } from "miniflare";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { writeSearchIndex } from "../../scripts/search-index/write-search-index.ts";
import { readAsset } from "../../worker/asset-store.ts";
import type { ProblemDetails } from "../../worker/contract/problems.ts";
import { ErrorLog, logRequest } from "../../worker/log.ts";
import { readRequest } from "../../worker/request.ts";
import { readSettings } from "../../worker/settings.ts";
import {
  type AssetRequest,
  openService,
  type Service,
  type ServiceOptions,
  startService,
} from "./service.ts";

const LIST = "/api/v1/notes.json";
const NOTE = "/api/v1/notes/terms/data-structures/hash-table.json";
const SEARCH = "/api/v1/search.json?q=hash+table";

/** A service whose asset store answers as a test says; the server on Node has no store. */
const hasStore = inject("host") === "workerd";
const testStore = test.runIf(hasStore);
let storeService: Service;
let store: (request: AssetRequest) => Response;

/** An ordinary service. */
let service: Service;

beforeAll(async () => {
  service = await startService();
  if (hasStore) storeService = await startService({ assets: (request) => store(request) });
});

afterAll(async () => {
  await service.stop();
  if (hasStore) await storeService.stop();
});

/** Waits for `count` lines of the log, which arrives separately from the responses. @param before those not to return */
async function logged({ log }: Service, count = 1, before = 0): Promise<string[]> {
  await expect.poll(() => log.length).toBeGreaterThanOrEqual(before + count);
  return log.slice(before);
}

describe("anything unexpected is 500, no internals in the body, the cause in the log", () => {
  testStore.each<[why: string, answer: () => Response, cause: RegExp]>([
    ["the asset store fails", () => new Response("secret stack", { status: 500 }), /answered 500/],
    ["the asset store redirects", () => redirect(LIST), /answered 307/],
    ["the asset store sends no tag", () => new Response("{}"), /200 without an entity tag/],
    ["the asset store answers 304 unasked", () => new Response(null, { status: 304 }), /304/],
    ["the asset store lacks a required file", notThere, /missing from the built files/],
  ])("%s", async (_why, answer, cause) => {
    const before = storeService.log.length;
    store = answer;
    for (const method of ["GET", "HEAD"]) {
      const { status, body } = await storeService.fetch(LIST, { method, client: "198.51.100.77" });
      expect(status).toBe(500);
      expect(body).not.toMatch(/secret|stack|store|Error:|\.ts|\.js\b/);
    }
    expect((await storeService.fetch(SEARCH)).status).toBe(200);
    const text = (await logged(storeService, 1, before)).join("\n");
    expect(text).toMatch(cause);
    expect(text).not.toContain("198.51.100.77");
  });

  testStore(
    "a note that is in the index but not in the store is a 500, not a 404 that suggests its own address",
    async () => {
      const before = storeService.log.length;
      store = notThere;
      const { status, body } = await storeService.fetch(NOTE);
      expect([status, body.includes("suggestions")]).toEqual([500, false]);
      expect((await storeService.fetch("/api/v1/notes/terms/no-note.json")).status).toBe(404);
      expect(await logged(storeService, 1, before)).toEqual([expect.stringContaining(NOTE)]);
    },
  );

  testStore("links.json is a 404 where the platform could not hold it", async () => {
    const before = storeService.log.length;
    store = notThere;
    const { status, headers, body } = await storeService.fetch("/api/v1/links.json");
    expect([status, headers["content-type"]]).toEqual([404, "application/problem+json"]);
    expect(body).toContain("AddressNotFound");
    expect(storeService.log.slice(before)).toEqual([]);
  });

  testStore("a redirect of the asset store, which reads _redirects, is not passed on", async () => {
    store = () => new Response(null, { status: 308, headers: { Location: LIST } });
    expect((await storeService.fetch("/api/v1/notes/terms/no-note.json")).status).toBe(404);
  });

  test("an index that cannot be opened breaks the search and what may be a former route, not the list and the notes", async () => {
    const service = await openService({ index: new TextEncoder().encode("not an index") });
    for (let i = 0; i < 3; i++) expect((await service.fetch(SEARCH)).status).toBe(500);
    expect((await service.fetch("/api/v1/search.json")).status).toBe(400);
    expect((await service.fetch(LIST)).status).toBe(200);
    expect((await service.fetch(NOTE)).status).toBe(200);
    // It could be a note's former route, which only the index knows.
    expect((await service.fetch("/api/v1/notes/languages/pyton.json")).status).toBe(500);
    expect((await service.fetch("/languages/c")).status).toBe(404);
    // All of that is within a minute, so it is logged once.
    expect(await logged(service)).toEqual([expect.stringContaining("search index")]);
  });
});

test("an error is logged once a minute, however often it occurs, and independently of others", () => {
  vi.useFakeTimers();
  const lines = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  onTestFinished(() => void vi.useRealTimers());
  const log = new ErrorLog();
  for (const message of ["a", "a", "b", "a"]) log.write(new Error(message));
  vi.advanceTimersByTime(59_999);
  log.write(new Error("a"));
  vi.advanceTimersByTime(1);
  log.write(new Error("a"));
  expect(lines.mock.calls.map(String)).toEqual(["Error: a", "Error: b", "Error: a"]);
  // Memory is bounded: after many other errors, the first is logged again.
  for (let i = 0; i < 100; i++) log.write(new Error(`${i}`));
  log.write(new Error("a"));
  expect(lines).toHaveBeenCalledTimes(3 + 100 + 1);
});

describe("a copy that is still current is not sent again", () => {
  test.each([LIST, NOTE, SEARCH])("not even in answer to the first request: %s", async (target) => {
    const { etag = "" } = (await service.fetch(target)).headers;
    const other = await openService({});
    const first = await other.fetch(target, { headers: { "If-None-Match": etag } });
    expect([first.status, first.headers.etag, first.body]).toEqual([304, etag, ""]);
  });

  test("what the asset store sends although the client has it is not read, so its connection ends", async () => {
    const cancel = vi.fn();
    const body = new ReadableStream({ cancel });
    const assets = {
      fetch: async () => new globalThis.Response(body, { headers: { ETag: '"1"' } }),
    };
    const source = new Request("https://notes.example/", {
      headers: { "If-None-Match": '"0", "1"' },
    });
    const request = readRequest(source, { target: NOTE, client: null }, "");
    expect(await readAsset(assets as never, request)).toMatchObject({ status: 304, body: null });
    expect(cancel).toHaveBeenCalledOnce();
  });

  testStore.each(["GET", "HEAD"])("%s passes If-None-Match to the asset store", async (method) => {
    const asked: string[] = [];
    store = (request) => answerFor(request, asked);
    const plain = await storeService.fetch(NOTE, { method });
    const headers = { "If-None-Match": '"1"' };
    const copy = await storeService.fetch(NOTE, { method, headers });
    expect([plain.status, copy.status, copy.headers.etag, copy.body]).toEqual([
      200,
      304,
      '"1"',
      "",
    ]);
    expect(asked).toEqual([`${method} null`, `${method} "1"`]);
  });

  testStore("a client gets a strong tag even if that of the store was weakened", async () => {
    const headers = { ETag: 'W/"1"' };
    store = () => new Response("{}", { headers });
    const { status, headers: sent } = await storeService.fetch(NOTE);
    expect([status, sent.etag]).toEqual([200, '"1"']);
    const copy = await storeService.fetch(NOTE, { headers: { "If-None-Match": '"1"' } });
    expect([copy.status, copy.headers.etag]).toEqual([304, '"1"']);
  });

  test("a search that the client has a copy of is a 304 from any isolate, unless index or version differ", async () => {
    const index = writeSearchIndex([]);
    const { etag = "" } = (await service.fetch(SEARCH)).headers;
    const others: [ServiceOptions, status: number][] = [
      [{}, 304],
      [{ index }, 200],
      [{ vars: { VERSION: { id: "v-2" } } }, 200],
    ];
    for (const [options, status] of others) {
      const other = await openService(options);
      const { headers, ...reply } = await other.fetch(SEARCH, {
        headers: { "If-None-Match": etag },
      });
      expect([reply.status, headers.etag === etag]).toEqual([status, status === 304]);
    }
  });

  test("a search gets the same answer each time, and never that of another search", async () => {
    const queries = ["tree", "trees", "Tree", "tree ", "binary tree"];
    const ask = async (q: string) =>
      (await service.fetch(`/api/v1/search.json?${new URLSearchParams({ q })}`)).body;
    const first: string[] = [];
    for (const q of queries) first.push(await ask(q));
    for (const [i, q] of queries.entries()) {
      expect(await ask(q)).toBe(first[i]);
      expect(JSON.parse(first[i]!).query).toBe(q.trim());
    }
  });
});

describe("an API below a path of a site: BASE_PATH", () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ vars: { BASE_PATH: "/docs", LOG_SAMPLE_RATE: 1 } });
  });

  afterAll(() => service.stop());

  test("every address starts with the base path, including those in answers", async () => {
    const ask = async (target: string) => JSON.parse((await service.fetch(target)).body);
    expect((await ask("/docs/api/v1/notes.json")).count).toBe(20);
    expect((await ask("/%64ocs/api/v1/notes/languages%2Fc%2B%2B.json")).title).toBe("C++");
    const problem: ProblemDetails = await ask("/docs/api/v1/notes/languages/pyhton.json");
    expect(problem).toMatchObject({
      type: "/docs/api/v1/openapi.json#/components/examples/NoteNotFound",
      instance: "/docs/api/v1/notes/languages/pyhton.json",
    });
    expect((await ask(problem.suggestions?.[0] ?? "")).title).toBe("Python");
    expect((await ask("/docs/languages/c")).suggestions).toEqual([
      "/docs/api/v1/notes/languages/c.json",
    ]);
    const moved = await service.fetch("/docs/api/v1/notes/old/caf%C3%A9-c++.json");
    expect([moved.status, moved.headers.location]).toEqual([
      308,
      "/docs/api/v1/notes/languages/c%2B%2B.json",
    ]);
    const { headers } = await service.fetch("/docs/nothing");
    expect(headers.link).toBe('</docs/api/v1/openapi.json>; rel="service-desc"');
  });

  test.each([
    "/api/v1/notes.json",
    "/docs/",
    "/docsapi/v1/notes.json",
    "/docs%2Fapi/v1/notes.json",
    "/docs/../api/v1/notes.json",
  ])("there is nothing at %s, and the answer and the log say so", async (target) => {
    const { status, body } = await service.fetch(target);
    const { addresses, instance } = JSON.parse(body);
    const asked = target.replace("/docs/..", "");
    expect([status, addresses[0], instance]).toEqual([404, "/docs/api/v1/notes.json", asked]);
    await expect.poll(() => service.log.at(-1)).toContain(`"address":"${asked}"`);
  });
});

describe("variables", () => {
  test.each([
    ["RATE_LIMIT_REQUESTS", "limit", 10_000, 10_000],
    ["RATE_LIMIT_REQUESTS", "limit", " 7 ", 7],
    ["RATE_LIMIT_REQUESTS", "limit", "1e9", 10_000],
    ["RATE_LIMIT_REQUESTS", "limit", 0, 60],
    ["RATE_LIMIT_REQUESTS", "limit", "many", 60],
    ["RATE_LIMIT_REQUESTS", "limit", "1.5", 60],
    ["RATE_LIMIT_WINDOW_SECONDS", "windowSeconds", 86_401, 86_400],
    ["LOG_SAMPLE_RATE", "sampleRate", "0.01", 0.01],
    ["LOG_SAMPLE_RATE", "sampleRate", "50%", 0],
    ["BASE_PATH", "basePath", "/a/.well-known", "/a/.well-known"],
    ["BASE_PATH", "basePath", "/docs/", ""],
    ["BASE_PATH", "basePath", "/a/../b", ""],
    ["BASE_PATH", "basePath", "https://a.example/docs", ""],
  ] as const)("%s: %s of %j is %j", (name, setting, value, used) => {
    const lines: string[] = [];
    const settings = readSettings({ [name]: value }, (line) => lines.push(line));
    expect(settings[setting]).toBe(used);
    const isUsedAsWritten = typeof used === "string" ? value === used : Number(value) === used;
    expect(lines).toEqual(isUsedAsWritten ? [] : [expect.stringMatching(`^${name} must be`)]);
    for (const line of lines) expect(line).toContain(JSON.stringify(value));
  });

  test("a limit above the maximum is lowered to it, and the log says so", async () => {
    const service = await openService({ vars: { RATE_LIMIT_REQUESTS: 1_000_000 } });
    for (let i = 0; i < 3; i++) {
      const { headers } = await service.fetch(LIST);
      expect(headers["x-ratelimit-limit"]).toBe("10000");
    }
    expect(await logged(service)).toEqual([expect.stringContaining("10000 is used")]);
  });
});

describe("the log of requests: LOG_SAMPLE_RATE", () => {
  test("at 1, the answers can be counted by status", async () => {
    const service = await openService({ vars: { LOG_SAMPLE_RATE: 1, RATE_LIMIT_REQUESTS: 6 } });
    const client = "192.0.2.7";
    const { headers } = await service.fetch(LIST, { client });
    await service.fetch(LIST, { client, headers: { "If-None-Match": headers.etag ?? "" } });
    await service.fetch("/api/v1/notes/languages%2Fc++.json", { client, method: "HEAD" });
    await service.fetch(SEARCH, { client });
    await service.fetch("/api/v1/notes/none.json", { client });
    await service.fetch("/%ZZ", { client });
    await service.fetch(LIST, { client });
    await service.fetch(LIST, { client, method: "OPTIONS" });
    const lines = (await logged(service, 8)).map((line) => JSON.parse(line).request);
    expect(lines).toEqual([
      { method: "GET", address: LIST, status: 200, remaining: 5 },
      { method: "GET", address: LIST, status: 304, remaining: 4 },
      {
        method: "HEAD",
        address: "/api/v1/notes/languages/c%2B%2B.json",
        status: 200,
        remaining: 3,
      },
      { method: "GET", address: "/api/v1/search.json", status: 200, remaining: 2 },
      { method: "GET", address: "/api/v1/notes/none.json", status: 404, remaining: 1 },
      { method: "GET", address: null, status: 400, remaining: 0 },
      { method: "GET", address: LIST, status: 429, remaining: 0 },
      { method: "OPTIONS", address: LIST, status: 204, remaining: null },
    ]);
  });

  test("below 1, that fraction of the requests is logged", () => {
    const lines = vi.spyOn(console, "log").mockImplementation(() => {});
    const random = vi.spyOn(Math, "random");
    onTestFinished(() => void vi.restoreAllMocks());
    const request = new Request("https://notes.example/");
    for (const chance of [0, 0.24, 0.25, 0.5, 0.99]) {
      random.mockReturnValue(chance);
      logRequest(readRequest(request, { target: "/", client: null }, ""), 200, 0.25);
    }
    expect(lines).toHaveBeenCalledTimes(2);
  });

  test("a line does not identify the client", async () => {
    const service = await openService({ vars: { LOG_SAMPLE_RATE: 1 } });
    await service.fetch("/api/v1/search.json?q=secret+wish&token=secret", {
      client: "192.0.2.99",
      headers: {
        Authorization: "Bearer secret",
        Cookie: "secret=1",
        Referer: "https://secret.example/",
        "User-Agent": "secret/1.0",
        "X-Forwarded-For": "198.51.100.3",
      },
    });
    await service.fetch(`/api/v1/notes/${"long/".repeat(200)}.json`);
    const lines = await logged(service, 2);
    expect(lines.join("\n")).not.toMatch(/secret|192\.0\.2|198\.51\.100/);
    for (const line of lines) expect(line.length).toBeLessThan(400);
  });
});

/** Answers like the asset store, and records the requests. */
function answerFor({ method, headers }: AssetRequest, asked: string[]): Response {
  const condition = headers.get("If-None-Match");
  asked.push(`${method} ${condition}`);
  const status = condition === '"1"' ? 304 : 200;
  return new Response(status === 304 || method === "HEAD" ? null : "{}", {
    status,
    headers: { ETag: '"1"' },
  });
}

function notThere(): Response {
  return new Response(null, { status: 404 });
}

function redirect(location: string): Response {
  return new Response(null, { status: 307, headers: { Location: location } });
}
