import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { needTool } from "./need-tool.ts";
import { type Recorder, startRecorder } from "./recorder.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let service: Service;
let site: Server;

/** The service as the page reaches it, with a new record for each test. */
async function record(): Promise<Recorder> {
  const recorder = await startRecorder(service.origin);
  onTestFinished(recorder.stop);
  return recorder;
}

beforeAll(async () => {
  service = await startService({ vars: { RATE_LIMIT_REQUESTS: 100 } });
  site = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title>");
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
});

afterAll(async () => {
  site.close();
  await service.stop();
});

/** A page of an origin that is not the service's, in a new browser with an empty cache. */
async function openPage(context: TestContext): Promise<Page> {
  const executablePath = needTool(
    context,
    "REQUIRE_BROWSER",
    "chromium",
    "chromium-browser",
    "google-chrome",
  );
  const browser: Browser = await chromium.launch({ executablePath, args: FLAGS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  return page;
}

test("a page of another origin calls all three endpoints and reads the headers", async (context) => {
  const page = await openPage(context);
  const seen = await page.evaluate(async (api) => {
    const read = async (address: string) => {
      const response = await fetch(api + address);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    };
    return {
      list: await read("/api/v1/notes.json"),
      note: await read("/api/v1/notes/terms/data-structures/hash-table.json"),
      search: await read("/api/v1/search.json?q=hash+table"),
      missing: await read("/api/v1/notes/terms/data-structures/hash-tabel.json"),
    };
  }, service.origin);

  expect(new URL(page.url()).origin).not.toBe(service.origin);
  const { count, notes } = JSON.parse(seen.list.text);
  expect([seen.list.status, notes.length]).toEqual([200, count]);
  expect([seen.note.status, JSON.parse(seen.note.text).title]).toEqual([200, "Hash table"]);
  expect([seen.search.status, JSON.parse(seen.search.text).query]).toEqual([200, "hash table"]);
  expect([seen.missing.status, JSON.parse(seen.missing.text).status]).toEqual([404, 404]);
  for (const { headers } of [seen.list, seen.note, seen.search, seen.missing]) {
    expect(headers).toMatchObject({
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "ratelimit-policy": '"default";q=100;w=60',
      ratelimit: expect.stringMatching(/^"default";r=\d+;t=\d+$/),
    });
  }
  for (const { headers } of [seen.list, seen.note, seen.search]) {
    expect(headers.etag).toMatch(/^"[^"]+"$/);
  }
});

test("a request that is not simple passes the browser's preflight", async (context) => {
  const page = await openPage(context);
  const { origin, exchanges } = await record();
  const statuses = await page.evaluate(async (api) => {
    const address = `${api}/api/v1/notes/languages/c.json`;
    const first = await fetch(address, { cache: "no-store" });
    const etag = first.headers.get("ETag") ?? "";
    const sent: [string, Record<string, string>][] = [
      [address, { "If-None-Match": etag }],
      [`${api}/api/v1/search.json?q=c`, { "X-Client": "page", Authorization: "Bearer none" }],
      [`${api}/api/v1/notes.json`, { "Content-Type": "application/json" }],
    ];
    const answers = sent.map(([url, headers]) => fetch(url, { headers, cache: "no-store" }));
    return (await Promise.all(answers)).map(({ status }) => status);
  }, origin);
  expect(statuses).toEqual([304, 200, 200]);
  expect(exchanges.toSorted()).toEqual([
    "GET /api/v1/notes.json 200",
    "GET /api/v1/notes/languages/c.json 200",
    "GET /api/v1/notes/languages/c.json 304",
    "GET /api/v1/search.json?q=c 200",
    "OPTIONS /api/v1/notes.json 204",
    "OPTIONS /api/v1/notes/languages/c.json 204",
    "OPTIONS /api/v1/search.json?q=c 204",
  ]);
});

test("the browser's cache answers while fresh, and revalidates with a 304", async (context) => {
  const page = await openPage(context);
  const { origin, exchanges } = await record();
  const seen = await page.evaluate(async (api) => {
    const read = async (address: string, cache: NonNullable<RequestInit["cache"]>) => {
      const response = await fetch(api + address, { cache });
      return { status: response.status, text: await response.text() };
    };
    const visits = [];
    for (const address of ["/api/v1/notes.json", "/api/v1/search.json?q=hash"]) {
      visits.push([
        await read(address, "default"),
        await read(address, "default"),
        await read(address, "no-cache"),
      ]);
    }
    return visits;
  }, origin);
  for (const [first, cached, revalidated] of seen) {
    expect(first?.status).toBe(200);
    expect(cached).toEqual(first);
    expect(revalidated).toEqual(first);
  }
  expect(exchanges).toEqual([
    "GET /api/v1/notes.json 200",
    "GET /api/v1/notes.json 304",
    "GET /api/v1/search.json?q=hash 200",
    "GET /api/v1/search.json?q=hash 304",
  ]);
});
