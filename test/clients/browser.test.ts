import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openService, type Service, startService } from "../worker/service.ts";
import { asFulfilled, BLANK, openPage, showPage, useBrowser } from "./open-page.ts";
import { recipe } from "./recipes.ts";
import { type Recorder, startRecorder } from "./recorder.ts";
import { refusal } from "./refusal.ts";

useBrowser();

let service: Service;

/** A recorder in front of the service, for one test. */
async function record(origin = service.origin): Promise<Recorder> {
  const recorder = await startRecorder(origin);
  onTestFinished(recorder.stop);
  return recorder;
}

beforeAll(async () => {
  service = await startService({ vars: { RATE_LIMIT_REQUESTS: 100 } });
});

afterAll(() => service.stop());

test("a request that needs a preflight passes it", async (context) => {
  const page = await openPage(context, BLANK);
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
  const page = await openPage(context, BLANK);
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

/** Types into the page's field at 120 ms per key, and waits until the page shows a note of the list. */
async function type(page: Page, phrase: string, title: string): Promise<void> {
  await page.locator("#query").fill("");
  for (const key of phrase) {
    await page.locator("#query").press(key);
    await page.clock.runFor(120);
  }
  const titles = page.locator("#results a");
  await expect.poll(() => titles.allTextContents()).toContain(title);
  expect(await page.locator("#message").textContent()).toBe("");
}

test("the documentation's page gets the list once, filters it at each key, and searches after a pause", async (context) => {
  const { origin, exchanges } = await record();
  const page = await openPage(context, recipe("page", origin));
  const phrases = { "hash table": "Hash table", "bin sear": "Binary search", trees: "Heap" };
  for (const [phrase, title] of Object.entries(phrases)) {
    await type(page, phrase, title);
    await page.clock.runFor(400);
    await expect.poll(() => page.locator("#message").textContent()).toMatch(/^\d+ found$/);
    expect(await page.locator("#results a").allTextContents()).toContain(title);
  }
  expect(exchanges).toEqual([
    "GET /api/v1/notes.json 200",
    "GET /api/v1/search.json?q=hash+table 200",
    "GET /api/v1/search.json?q=bin+sear 200",
    "GET /api/v1/search.json?q=trees 200",
  ]);
});

test("the documentation's page loads the list after a 429", async (context) => {
  const refused = asFulfilled(await refusal(60));
  const page = await openPage(context, BLANK);
  await page.route("**/notes.json", (route) => route.fulfill(refused), { times: 1 });
  showPage(recipe("page", service.origin));
  await page.reload();
  await page.locator("#query").fill("heap");
  await expect
    .poll(async () => {
      // The page waits from when it reads the refusal, which is at an unknown time.
      await page.clock.runFor(60_000);
      return page.locator("#results a").allTextContents();
    })
    .toContain("Heap");
});

test("the documentation's page tries again when Retry-After says so, and not before", async (context) => {
  const limited = await openService({ vars: { RATE_LIMIT_REQUESTS: 1 } });
  const { origin, exchanges } = await record(limited.origin);
  const page = await openPage(context, recipe("page", origin));
  await type(page, "heap", "Heap");
  await page.clock.runFor(400);
  const message = page.locator("#message");
  await expect.poll(() => message.textContent()).toMatch(/^Searching again in \d+ s$/);
  const [seconds] = (await message.textContent())?.match(/\d+/) ?? [];
  const asked = ["GET /api/v1/notes.json 200", "GET /api/v1/search.json?q=heap 429"];
  await page.clock.runFor(1000 * Number(seconds) - 1);
  expect(exchanges).toEqual(asked);
  await page.clock.runFor(1);
  await expect.poll(() => exchanges).toEqual([...asked, asked[1]]);
});
