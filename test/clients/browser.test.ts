import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from "vitest";
import type { Reply } from "../worker/api-description.ts";
import { type Service, startService } from "../worker/service.ts";
import { needTool } from "./need-tool.ts";
import { recipe } from "./recipes.ts";
import { type Recorder, startRecorder } from "./recorder.ts";

const BLANK = "<!doctype html><title>Elsewhere</title>";
/** The page to try the API. */
const TRY = readFileSync(join(import.meta.dirname, "../../docs/index.html"), "utf8");

let service: Service;
let site: Server;
/** Launched by the first test that opens a page. */
let browser: Browser | undefined;
/** The page that the site serves. */
let html = BLANK;

/** A recorder in front of the service, for one test. */
async function record(origin = service.origin): Promise<Recorder> {
  const recorder = await startRecorder(origin);
  onTestFinished(recorder.stop);
  return recorder;
}

beforeAll(async () => {
  service = await startService({ vars: { RATE_LIMIT_REQUESTS: 100 } });
  site = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end(html);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
});

afterAll(async () => {
  await browser?.close();
  site.close();
  await service.stop();
});

/** A page from another origin than the service's, with an empty cache. @param query of its address */
async function openPage(testContext: TestContext, shown = BLANK, query = ""): Promise<Page> {
  const names = ["chromium", "chromium-browser", "google-chrome"] as const;
  const executablePath = needTool(testContext, "REQUIRE_BROWSER", ...names);
  browser ??= await chromium.launch({ executablePath });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  html = shown;
  // The page's clock stands still, except when a test runs it.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${query}`);
  return page;
}

test("a request that needs a preflight passes it", async (context) => {
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

function asFulfilled({ status, headers, body }: Reply) {
  return { status, headers: headers as Record<string, string>, body };
}

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
  const limited = await startService({ vars: { RATE_LIMIT_REQUESTS: 1 } });
  onTestFinished(limited.stop);
  await limited.fetch("/", { client: "192.0.2.1" });
  const refused = await limited.fetch("/", { client: "192.0.2.1" });
  const page = await openPage(context);
  await page.route("**/notes.json", (route) => route.fulfill(asFulfilled(refused)), { times: 1 });
  html = recipe("page", service.origin);
  await page.reload();
  await page.locator("#query").fill("heap");
  await page.clock.runFor(60_000);
  await expect.poll(() => page.locator("#results a").allTextContents()).toContain("Heap");
});

test("the documentation's page tries again when Retry-After says so, and not before", async (context) => {
  const limited = await startService({ vars: { RATE_LIMIT_REQUESTS: 1 } });
  onTestFinished(limited.stop);
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

/** The page to try the API, at a service. @param fragment the note that it opens */
async function openTryPage(context: TestContext, origin: string, fragment = ""): Promise<Page> {
  const page = await openPage(context, TRY, `?api=${origin}${fragment}`);
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  onTestFinished(() => expect(errors).toEqual([]));
  return page;
}

/** Waits until an element of the page has a text. */
async function shows(page: Page, selector: string, text: string | RegExp): Promise<void> {
  const matching =
    typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
  await expect.poll(() => page.locator(selector).innerText()).toEqual(matching);
}

test("the page to try it lists by collection and tag, opens a note, and follows what it links to and what links to it", async (context) => {
  const page = await openTryPage(context, service.origin);
  await shows(page, "#found", "20 notes");
  expect(await page.locator("#list h3").allTextContents()).toEqual([
    "languages",
    "subjects",
    "terms",
  ]);
  await page.locator("#collection").selectOption("terms");
  await page.locator("#tag").selectOption("trees");
  expect(await page.locator("#list a").allTextContents()).toEqual(["Heap", "Tree"]);
  await page.locator("#list").getByText("Heap").click();
  await shows(page, "main h2", "Heap");
  await shows(page, "#answer", /^200 \d+ ms, [\d,]+ characters$/);
  await shows(page, "#headers", /x-ratelimit-remaining\n\d+/);
  await shows(page, "#allowance", /^\d+ of 100 requests left$/);
  await shows(page, "#body", '"route": "/terms/data-structures/heap"');
  expect(await page.locator("#list [aria-current=page]").allTextContents()).toEqual(["Heap"]);
  await page.locator("section", { hasText: "Links to" }).getByText("Tree").click();
  await shows(page, "main h2", "Tree");
  await page.locator("section", { hasText: "Linked from" }).getByText("Heap").click();
  await shows(page, "main h2", "Heap");
});

test("the page to try it shows a table as rows of cells, with their links and code", async (context) => {
  const page = await openTryPage(context, service.origin);
  const markdown = "| Name | Sign |\n|---|---|\n| [Tree](/terms/data-structures/tree) | `a\\|b` |";
  const note = { route: "/x", title: "X", tags: [], summary: "", markdown };
  await page.route("**/notes/x.json", (route) => route.fulfill({ json: note }));
  await page.goto(`${page.url()}#/x`);
  await shows(page, "main h2", "X");
  const rows = page.locator("main tr");
  expect(await rows.first().locator("td").allTextContents()).toEqual(["Name", "Sign"]);
  expect(await rows.last().locator("a, code").allTextContents()).toEqual(["Tree", "a|b"]);
  expect(await rows.count()).toBe(2);
});

test("the page to try it finds a note's links in its text if the service has no links.json", async (context) => {
  const page = await openTryPage(context, service.origin);
  await page.route("**/links.json", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.goto(`${page.url()}#/terms/data-structures/heap`);
  await page.reload();
  await shows(page, "section", /^Links to\n/);
  expect(await page.locator("section").count()).toBe(1);
});

test("the page to try it copies its request as curl, fetch and Python that run", async (context) => {
  const [curl, python] = [
    needTool(context, "REQUIRE_CURL", "curl"),
    needTool(context, "REQUIRE_PYTHON", "python3"),
  ];
  const page = await openTryPage(context, service.origin, "#/languages/c%2B%2B");
  await shows(page, "main h2", "C++");
  const code = async (language: string) => {
    await page.getByLabel(language).check();
    return await page.locator("#code").innerText();
  };
  expect(await code("curl")).toMatch(/^curl --compressed '/);
  const [, address = ""] = (await code("curl")).split("'");
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { encoding: "utf8" });
  expect(run(curl, "-s", "--compressed", address)).toContain('"title":"C++"');
  expect(run(process.execPath, "--input-type=module", "-e", await code("fetch"))).toContain("C++");
  expect(run(python, "-c", await code("Python"))).toContain("'title': 'C++'");
  await page.getByText("Copy", { exact: true }).click();
  await shows(page, "#copy", /^(Copied|Selected)$/);
});

test("the page to try it sends any request, and shows the answer of one that fails, with what it suggests", async (context) => {
  const page = await openTryPage(context, service.origin, "#/languages/pyton");
  await shows(page, "main h2", "No such note");
  await page.locator(".text a").getByText("/languages/python").click();
  await shows(page, "main h2", "Python");
  await page.locator("#path").fill("/api/v1/search.json");
  await page.locator("#path").press("Enter");
  await shows(page, "#answer", "400");
  await shows(page, "#body", "The query is missing");
});

test("the page to try it is used by keyboard alone: / to search, arrows to choose, Enter to open", async (context) => {
  const page = await openTryPage(context, service.origin);
  await shows(page, "#found", "20 notes");
  await page.keyboard.press("/");
  await page.keyboard.type("tree");
  await page.clock.runFor(300);
  await shows(page, "#found", /^\d+ notes found$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const [chosen = ""] = (await page.locator("#list a:focus").innerText()).split("\n");
  await page.keyboard.press("Enter");
  await shows(page, "main h2", chosen);
  await expect.poll(() => page.locator("h2:focus").count()).toBe(1);
});

test("the page to try it searches as one types, without ever reaching the limit", async (context) => {
  const limited = await startService({ vars: { RATE_LIMIT_REQUESTS: 12 } });
  onTestFinished(limited.stop);
  const { origin, exchanges } = await record(limited.origin);
  const page = await openTryPage(context, origin);
  await shows(page, "#found", "20 notes");
  for (const word of "binary hash tree heap sort graph parser unicode logic quick".split(" ")) {
    await page.locator("#query").fill(word);
    await page.clock.runFor(400);
    await shows(page, "#found", /found|searching in \d+ s/);
  }
  await shows(page, "#found", /searching in \d+ s/);
  expect(exchanges.length).toBeLessThanOrEqual(12);
});

test("the page to try it says that the limit is reached, waits as Retry-After says, and goes on", async (context) => {
  const limited = await startService({ vars: { RATE_LIMIT_REQUESTS: 1 } });
  onTestFinished(limited.stop);
  const page = await openTryPage(context, service.origin);
  await shows(page, "#found", "20 notes");
  let refused = 0;
  await page.route(`${service.origin}/**`, async (route) => {
    const reply = await limited.fetch("/", { client: "192.0.2.1" });
    refused += Number(reply.status === 429);
    await route.fulfill(asFulfilled(reply));
  });
  await limited.fetch("/", { client: "192.0.2.1" });
  await page.locator("#list").getByText("Heap").click();
  await shows(page, "#message", /^The limit is reached. This page goes on in (60|5\d) s.$/);
  await shows(page, "#answer", "429");
  await page.unrouteAll();
  await page.clock.runFor(40_000);
  expect([await page.locator("main h2").count(), refused]).toEqual([0, 1]);
  await page.clock.runFor(20_000);
  await shows(page, "main h2", "Heap");
  await shows(page, "#message", /^$/);
});

test("the page to try it says that the service is gone, and goes on when it is back", async (context) => {
  const page = await openTryPage(context, service.origin);
  await shows(page, "#found", "20 notes");
  await page.route(`${service.origin}/**`, (route) => route.abort());
  await page.locator("#list").getByText("Heap").click();
  await shows(
    page,
    "#message",
    `No answer from ${service.origin}. Is it running? This page keeps trying.`,
  );
  await page.unroute(`${service.origin}/**`);
  await page.clock.runFor(1000);
  await shows(page, "main h2", "Heap");
  await shows(page, "#message", /^$/);
});
