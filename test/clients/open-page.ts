import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished, type TestContext } from "vitest";
import type { Reply } from "../worker/api-description.ts";
import { needTool } from "./need-tool.ts";

export const BLANK = "<!doctype html><title>Elsewhere</title>";

/** The longest that a step in the browser may take, in milliseconds. */
const PATIENCE_MS = 120_000;

let site: Server;
/** Launched by the first test that opens a page. */
let browser: Browser | undefined;
let html = BLANK;

/** To be called by each file with tests of pages: files share this module, but not its hooks. */
export function useBrowser(): void {
  beforeAll(async () => {
    site = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html").end(html);
    });
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  });

  afterAll(async () => {
    await browser?.close();
    browser = undefined;
    site.close();
  });
}

/** Replaces what the site serves. */
export function showPage(text: string): void {
  html = text;
}

/** A window with an empty cache, whose clock stands still except when a test runs it. */
export async function openWindow(
  context: TestContext,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const names = ["chromium", "chromium-browser", "google-chrome"] as const;
  const executablePath = needTool(context, "REQUIRE_BROWSER", ...names);
  // A name that is not this machine's, for pages as they are once published.
  const args = ["--host-resolver-rules=MAP notes.example 127.0.0.1"];
  browser ??= await chromium.launch({ executablePath, args, timeout: PATIENCE_MS });
  const session = await browser.newContext(options);
  session.setDefaultTimeout(PATIENCE_MS);
  onTestFinished(() => session.close());
  const page = await session.newPage();
  await page.clock.install({ time: 0 });
  // Until here the clock runs: it cannot be stopped at a time that is past.
  await page.clock.pauseAt(3_600_000);
  return page;
}

/** A page from another origin than the service's. @param query the end of its address */
export async function openPage(
  context: TestContext,
  text: string,
  query = "",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openWindow(context, options);
  showPage(text);
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/${query}`);
  return page;
}

/** A reply as Playwright answers a request with it. */
export function asFulfilled({ status, headers, body }: Reply) {
  return { status, headers: headers as Record<string, string>, body };
}
