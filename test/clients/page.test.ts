import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  type TestContext,
  test,
} from "vitest";
import type { NoteList } from "../../worker/contract/note.ts";
import { type Started, startNpm } from "../edge/npm-start.ts";
import { copyProject } from "../worker/bundle.ts";
import { openService, type Service, startService } from "../worker/service.ts";
import { large } from "./large.ts";
import { needTool } from "./need-tool.ts";
import { asFulfilled, openWindow, useBrowser } from "./open-page.ts";
import { startRecorder } from "./recorder.ts";
import { refusal } from "./refusal.ts";

useBrowser();

let service: Service;
let below: Service;

beforeAll(async () => {
  service = await startService({
    vars: { RATE_LIMIT_REQUESTS: 1000, MCP_RATE_LIMIT_REQUESTS: 600 },
  });
  below = await startService({ vars: { BASE_PATH: "/docs", MCP_RATE_LIMIT_REQUESTS: 0 } });
});

afterAll(async () => {
  await service.stop();
  await below.stop();
});

const WIDE = { width: 1600, height: 900 };
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The page as a service serves it. @param address the end of its address, after the first slash */
async function open(
  context: TestContext,
  address = "",
  { origin = service.origin, ...options }: BrowserContextOptions & { origin?: string } = {},
): Promise<Page> {
  const page = await openWindow(context, { viewport: WIDE, ...options });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  onTestFinished(() => expect(errors).toEqual([]));
  await page.goto(`${origin}/${address}`);
  return page;
}

/** Answers requests for the list with made-up notes, from the next one on. */
async function listNotes(page: Page, routes: readonly string[]): Promise<void> {
  const notes = routes.map((route) => {
    const [, collection, title] = route.split("/");
    return { route, title, collection, tags: [], summary: "" };
  });
  await page.route("**/notes.json", (route) =>
    route.fulfill({ json: { count: notes.length, notes } }),
  );
  await page.reload();
}

/** Waits until an element of the page has a text. */
async function shows(page: Page, selector: string, text: string | RegExp): Promise<void> {
  const matching =
    typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
  const innerText = () => page.locator(selector).innerText();
  await expect.poll(innerText).toEqual(matching);
}

const TITLE = "#note > :not([hidden]) > h1";
/** The addresses of notes: not of what the page asks for by itself, which may come at any time. */
const NOTES = "**/api/v1/notes/**";

/** Answers requests for a note with a made-up one. */
async function makeUp(page: Page, route: string, markdown: string, summary = ""): Promise<void> {
  const title = route.slice(route.lastIndexOf("/") + 1).toUpperCase();
  const note = { route, title, collection: "y", tags: [], summary, markdown };
  await page.route(`**/notes${route}.json`, (request) => request.fulfill({ json: note }));
}

/** The page, once it has the list. */
async function openList(context: TestContext): Promise<Page> {
  const page = await open(context);
  await shows(page, "#found", "20 notes");
  return page;
}

/** The page with a made-up note, `/x`. */
async function openNote(context: TestContext, markdown: string, summary = ""): Promise<Page> {
  const page = await openList(context);
  await makeUp(page, "/x", markdown, summary);
  await page.goto(new URL("#/x", page.url()).href);
  await shows(page, TITLE, "X");
  return page;
}

/** Holds back the answers to some requests. @returns lets them go on */
async function hold(page: Page, addresses: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((go) => {
    release = go;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.fallback();
  });
  return async () => release();
}

describe("the first screen", () => {
  test("says what the service is, counts its notes, and has three requests to try", async (context) => {
    const page = await open(context);
    await shows(page, "#counts", "20 notes");
    await shows(page, TITLE, "Notes");
    await shows(page, "header", "Notes");
    expect(await page.locator("#counts button").allTextContents()).toEqual([
      "20 notes",
      "languages 7",
      "subjects 5",
      "terms 8",
    ]);
    const tries = page.locator("#tries button");
    for (const [text, answer] of Object.entries({
      "notes.json": '"count": 20',
      "notes/": '"markdown"',
      "search.json": '"results"',
    })) {
      await tries.getByText(text).click();
      await shows(page, "#answer", /^200/);
      await shows(page, "#body", answer);
    }
  });

  test("keeps an answer on show when that of an earlier request comes late", async (context) => {
    const page = await open(context);
    await shows(page, "#counts", "20 notes");
    const release = await hold(page, "**/notes.json");
    const tries = page.locator("#tries button");
    await tries.getByText("notes.json").click();
    await tries.getByText("notes/").click();
    await shows(page, "#body", '"markdown"');
    const left = () => page.locator("#left").innerText();
    const before = await left();
    await release();
    await expect.poll(left).not.toBe(before);
    await shows(page, "#body", '"markdown"');
  });

  test("says how an agent is given the notes, in JSON and as a command", async (context) => {
    const page = await open(context);
    const address = `${service.origin}/mcp`;
    await shows(page, "#agent-command", new RegExp(`^claude mcp add --scope user .* ${address}$`));
    const { mcpServers } = JSON.parse(await page.locator("#agent-json").innerText());
    expect(mcpServers.notes).toEqual({ type: "http", url: address });
  });

  test("quotes a service's address, given in a link, that would be more than a word to a shell", async (context) => {
    const page = await open(context);
    await page.route("**/mcp", (route) =>
      route.fulfill({
        status: 204,
        headers: {
          Allow: "POST, OPTIONS",
          "Access-Control-Allow-Origin": "*",
          "Access-Control-Allow-Methods": "*",
          "Access-Control-Expose-Headers": "Allow",
        },
      }),
    );
    await page.route("**/notes.json", (route) => route.fulfill({ json: { count: 0, notes: [] } }));
    await page.goto(`${service.origin}/?api=${service.origin}/'$(touch x);`);
    await shows(page, "#agent-command", ` notes '${service.origin}/%27$(touch x);/mcp'`);
  });

  test("is back after Back, and so is the note before", async (context) => {
    const page = await openList(context);
    await shows(page, "#counts", "20 notes");
    const name = "Notes";
    await shows(page, TITLE, name);
    for (const title of ["Heap", "Tree"]) {
      await page.locator("#list").getByText(title, { exact: true }).click();
      await shows(page, TITLE, title);
    }
    await page.goBack();
    await shows(page, TITLE, "Heap");
    await page.goBack();
    await shows(page, TITLE, name);
    await page.goForward();
    await shows(page, TITLE, "Heap");
    await page.locator("#home").click();
    await shows(page, TITLE, name);
  });
});

describe("the service", () => {
  test("is the one that the page comes from, below its base path, too", async (context) => {
    const page = await open(context, "docs", { origin: below.origin });
    await shows(page, "#counts", "20 notes");
    expect(new URL(page.url()).pathname).toBe("/docs/");
    expect(await page.locator("#api").inputValue()).toBe(`${below.origin}/docs`);
    await page.locator("#list").getByText("Heap").click();
    await shows(page, TITLE, "Heap");
    // Its owner took the tools away.
    expect(await page.locator("#agents").isVisible()).toBe(false);
  });

  test("on this machine is any that is typed, or named in ?api=", async (context) => {
    const page = await open(context, `?api=${below.origin}/docs/api/v1/`);
    await shows(page, "#counts", "20 notes");
    await shows(page, "header", `${below.origin}/docs`);
    await page.getByLabel("Service").fill(service.origin);
    await page.keyboard.press("Enter");
    await shows(page, "header", service.origin);
    await shows(page, "#counts", "20 notes");
  });

  test("elsewhere is none but its own, whatever ?api= says: the policy stops any other request", async (context) => {
    const page = await openWindow(context, { viewport: WIDE });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const published = `http://notes.example:${service.port}`;
    await page.goto(`${published}/?api=${below.origin}/docs`);
    await shows(page, "#counts", "20 notes");
    await shows(page, "header", "Notes");
    expect(await page.locator("#services").isVisible()).toBe(false);
    expect(asked.filter((url) => !url.startsWith(published) && !url.startsWith("data:"))).toEqual(
      [],
    );
    const ask = (url: string) =>
      page.evaluate<string>(`fetch("${url}").then(({ ok }) => String(ok), ({ name }) => name)`);
    expect(await ask(`${published}/api/v1/notes.json`)).toBe("true");
    expect(await ask(`${below.origin}/docs/api/v1/notes.json`)).toBe("TypeError");
  });
});

describe("the finder", () => {
  test("lists by collection and tag, and opens a note with its answer", async (context) => {
    const page = await openList(context);
    const groups = await page.locator("#list h2").allTextContents();
    expect(groups).toEqual(["languages", "subjects", "terms"]);
    await page.getByLabel("Collection").selectOption("terms");
    await page.getByLabel("Tag").selectOption("trees");
    expect(await page.locator("#list a").allTextContents()).toEqual(["Heap", "Tree"]);
    await page.locator("#list").getByText("Heap").click();
    await shows(page, TITLE, "Heap");
    await shows(page, "#answer", /^200 \d+ ms, [\d,]+ characters$/);
    await shows(page, "#body", /x-ratelimit-remaining: \d+/);
    await shows(page, "#body", '"route": "/terms/data-structures/heap"');
    await shows(page, "#allowance", /^\d+ of 1000 requests left/);
    expect(await page.locator("#list [aria-current=page]").allTextContents()).toEqual(["Heap"]);
    await page.locator("article").getByRole("button", { name: "trees" }).click();
    expect(await page.locator("#list a").allTextContents()).toEqual(["Heap", "Tree"]);
  });

  test("does not wait for the links, and says that it is loading", async (context) => {
    const page = await open(context);
    const release = await hold(page, "**/notes.json");
    await hold(page, "**/links.json");
    await page.reload();
    await shows(page, "#found", "Loading the notes…");
    const heading = page.getByRole("heading", { name: "Three requests to try" });
    expect(await heading.count()).toBe(0);
    await release();
    await heading.waitFor();
    await shows(page, "#found", "20 notes");
  });

  test("searches for ?q= of the page's address", async (context) => {
    const page = await open(context, "?q=hash+table");
    await shows(page, "#list", "Hash table");
    await shows(page, "#list h2", "Best first");
    expect(await page.locator("#q").inputValue()).toBe("hash table");
  });

  test("keeps what is typed and chosen in the address, without a step in the history, and over a reload", async (context) => {
    const page = await openList(context);
    const steps = await page.evaluate("history.length");
    await page.locator("#q").pressSequentially("hash table");
    await page.getByLabel("Tag").selectOption("hashing");
    await page.clock.runFor(400);
    await shows(page, "#list h2", "Best first");
    const { search } = new URL(page.url());
    expect(search).toBe("?q=hash+table&tag=hashing");
    expect(await page.evaluate("history.length")).toBe(steps);
    await page.reload();
    await shows(page, "#list a", "Hash table");
    await shows(page, "#found", "1 note");
    expect(await page.locator("#q").inputValue()).toBe("hash table");
    expect(await page.getByLabel("Tag").inputValue()).toBe("hashing");
    // The request on show is the search.
    await expect
      .poll(() => page.locator("#address").inputValue())
      .toBe("/api/v1/search.json?q=hash+table");
    await page.locator("#q").fill("");
    await page.getByLabel("Tag").selectOption("");
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  test("lists in natural order: 2 before 10", async (context) => {
    const page = await open(context);
    await listNotes(page, ["/b/Part 10", "/b/Part 9", "/a10/x", "/a9/É", "/a9/f", "/a9/d"]);
    await shows(page, "#found", "6 notes");
    expect(await page.locator("#list h2").allTextContents()).toEqual(["a9", "a10", "b"]);
    expect(await page.locator("#list a").allTextContents()).toEqual([
      "d",
      "É",
      "f",
      "x",
      "Part 9",
      "Part 10",
    ]);
  });

  test("folds a hundred collections, and opens that of the note that is open", async (context) => {
    const page = await open(context);
    await listNotes(
      page,
      Array.from({ length: 100 }, (_, i) => `/c${i}/n${i}`),
    );
    await shows(page, "#found", "100 notes");
    expect(await page.locator("#counts button").allTextContents()).toEqual([
      "100 notes",
      "100 collections",
    ]);
    expect(await page.locator("#list details").count()).toBe(100);
    expect(await page.locator("#list a:visible").count()).toBe(0);
    await makeUp(page, "/c7/n7", "");
    await page.keyboard.press("/");
    for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await shows(page, TITLE, "N7");
    await page.reload();
    await shows(page, "#list a:visible", "n7");
    await page.locator("#q").fill("n1");
    // What is typed opens all that have it.
    await expect.poll(() => page.locator("#list a:visible").count()).toBe(11);
    await page.locator("#q").fill("n1 n12");
    await expect.poll(() => page.locator("#list a:visible").count()).toBe(1);
  });

  test("opens on Enter what the service finds best, even while the list and the results are loading", async (context) => {
    const page = await open(context);
    const releaseList = await hold(page, "**/notes.json");
    const releaseResults = await hold(page, "**/search.json?*");
    await page.reload();
    await page.locator("#q").fill("tree");
    await page.keyboard.press("Enter");
    await releaseList();
    await shows(page, "#found", /^\d+ notes?$/);
    await shows(page, "#list a >> nth=0", "Heap");
    await releaseResults();
    await shows(page, TITLE, "Tree");
  });

  test("keeps what it found when the answer to an earlier query comes late", async (context) => {
    const page = await openList(context);
    const release = await hold(page, "**/search.json?q=hash");
    for (const query of ["hash", "tree"]) {
      await page.locator("#q").fill(query);
      await page.clock.runFor(400);
    }
    await shows(page, "#list h2", "Best first");
    const left = () => page.locator("#left").innerText();
    const before = await left();
    await release();
    await expect.poll(left).not.toBe(before);
    await shows(page, "#list h2", "Best first");
  });

  test("stays usable without a search, as on a host of static files", async (context) => {
    const page = await open(context);
    await page.route("**/search.json?*", (route) => route.fulfill({ status: 404, body: "<p>No" }));
    await shows(page, "#found", "20 notes");
    await page.locator("#q").fill("heap");
    await page.clock.runFor(400);
    await shows(page, "#found", "By title and tag: this service does not search.");
    await page.keyboard.press("Enter");
    await shows(page, TITLE, "Heap");
  });

  test("searches as one types, without ever reaching the limit", async (context) => {
    const limited = await openService({ vars: { RATE_LIMIT_REQUESTS: 12 } });
    const recorder = await startRecorder(limited.origin);
    onTestFinished(recorder.stop);
    const page = await open(context, "", { origin: recorder.origin });
    await shows(page, "#found", "20 notes");
    for (const word of "binary hash tree heap sort graph parser unicode logic quick".split(" ")) {
      await page.locator("#q").fill(word);
      await page.clock.runFor(400);
      await expect
        .poll(async () => (await page.locator("#list h2, #message").allInnerTexts()).join())
        .toMatch(/Best first|Searching in/);
    }
    await shows(page, "#message", "Few requests are left. Searching in");
    const counted = recorder.exchanges.filter((line) => !line.startsWith("OPTIONS"));
    expect(counted.length).toBeLessThanOrEqual(12);
  });
});

describe("a note", () => {
  const blocks: Record<string, [markdown: string, html: string]> = {
    emphasis: ["**bold** and *italic*", "<p><strong>bold</strong> and <em>italic</em></p>"],
    "an ordered list": ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    "a nested list": ["- a\n  - b", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"],
    "a quote": ["> said\n> so", "<blockquote>\n<p>said\nso</p>\n</blockquote>"],
    "hard-wrapped lines": ["one\ntwo", "<p>one\ntwo</p>"],
    "a struck word": ["~~no~~", "<p><del>no</del></p>"],
    "a fence": [
      "```js\nlet a = `*`;\n```",
      '<div class="code"><pre><code class="language-js">let a = `*`;\n</code></pre><button type="button">Copy</button></div>',
    ],
    "escaped stars": ["\\*not\\*", "<p>*not*</p>"],
  };
  test(`shows ${Object.keys(blocks).join(", ")}`, async (context) => {
    const rows = Object.values(blocks);
    const page = await openNote(context, rows.map(([markdown]) => markdown).join("\n\n---\n\n"));
    const html = (await page.locator(".text").innerHTML()).trim();
    expect(html.split("\n<hr>\n")).toEqual(rows.map(([, each]) => each));
  });

  test("shows tasks, tables with links and code, footnotes and headings below its title", async (context) => {
    const page = await openNote(
      context,
      "# Top\n\n#### Deep\n\n- [x] done\n- [ ] open\n\n| A | B |\n|:--|--:|\n| [Tree](/terms/data-structures/tree) | `a\\|b` |\n\nSee[^1].\n\n[^1]: There.",
    );
    const boxes = page.getByRole("checkbox");
    expect(await boxes.count()).toBe(2);
    expect(await page.getByRole("checkbox", { name: "Done" }).isChecked()).toBe(true);
    const cells = page.locator(".text td");
    expect(await cells.allTextContents()).toEqual(["Tree", "a|b"]);
    expect(await cells.locator("a").getAttribute("href")).toBe("#/terms/data-structures/tree");
    await page.locator(".text sup a").click();
    await expect.poll(() => page.locator("li:focus").innerText()).toContain("There.");
    // Levels that assistive technology hears, without a gap.
    const headings = page.locator("article :is(h1, h4)");
    expect(await headings.allTextContents()).toEqual(["X", "Top#", "Deep#"]);
    const levels = await headings.evaluateAll((all) => all.map(({ ariaLevel }) => ariaLevel));
    expect(levels).toEqual([null, "2", "3"]);
  });

  const shown: Record<string, [markdown: string, html: string]> = {
    "allowed HTML": [
      "a<br>b <small>c</small> <kbd>d</kbd> <sub>e</sub> <SUP>f</SUP>",
      "<p>a<br>b <small>c</small> <kbd>d</kbd> <sub>e</sub> <sup>f</sup></p>",
    ],
    "other HTML as text": [
      '<b>a</b> <kbd class="x">b</kbd> <img src="https://x.example/">',
      '<p>&lt;b&gt;a&lt;/b&gt; &lt;kbd class="x"&gt;b &lt;img src="https://x.example/"&gt;</p>',
    ],
    "details with Markdown": [
      "<details open>\n<summary>More</summary>\n\n*text*\n\n</details>",
      '<details open="">\n<summary>More</summary>\n<p><em>text</em></p>\n</details>',
    ],
    "a formula in a line": [
      "so $$a_1 * b_1 * \\alpha$$ is",
      '<p>so <code class="formula">a_1 * b_1 * \\alpha</code> is</p>',
    ],
    "a formula of its own": [
      "$$\na & b\\\\\n_c_ < d\n$$",
      '<div class="code"><pre class="formula">a &amp; b\\\\\n_c_ &lt; d\n</pre><button type="button">Copy</button></div>',
    ],
    "a callout": [
      "> [!Quick-Tip|icon] The *title* [x](/y)\n> and text\n>\n> - more",
      '<div class="callout" data-kind="quick-tip"><p class="callout-title">The <em>title</em> <a href="#/y">x</a></p>\n<p>\nand text</p>\n<ul>\n<li>more</li>\n</ul>\n</div>',
    ],
    "a callout without a title": [
      "> [!quick-tip]\n> text",
      '<div class="callout" data-kind="quick-tip"><p class="callout-title">Quick tip</p>\n<p>\ntext</p>\n</div>',
    ],
    "a callout that is only a title": [
      "> [!note] Alone",
      '<div class="callout" data-kind="note"><p class="callout-title">Alone</p>\n\n</div>',
    ],
    "a folded callout": [
      "> [!faq]- Why?\n> Because.",
      '<details class="callout" data-kind="faq"><summary class="callout-title">Why?</summary>\n<p>\nBecause.</p>\n</details>',
    ],
    "an open one within another": [
      "> [!a]\n> > [!b]+ In",
      '<div class="callout" data-kind="a"><p class="callout-title">A</p>\n\n<details class="callout" open="" data-kind="b"><summary class="callout-title">In</summary>\n\n</details>\n</div>',
    ],
    "a quote that only looks like one": [
      "> [!] x [!info] y",
      "<blockquote>\n<p>[!] x [!info] y</p>\n</blockquote>",
    ],
  };
  test(`shows ${Object.keys(shown).join(", ")}`, async (context) => {
    const rows = Object.values(shown);
    const page = await openNote(context, rows.map(([markdown]) => markdown).join("\n\n---\n\n"));
    const html = (await page.locator(".text").innerHTML()).trim();
    expect(html.split("\n<hr>\n")).toEqual(rows.map(([, each]) => each));
  });

  test.for<[markdown: string, formulas: string[]]>([
    ["The $\\alpha$ of $x_1 * y_1$ is", ["\\alpha", "x_1 * y_1"]],
    ["$HOME and $PATH", []],
    ["From $5 to $10, and $\\alpha$", []],
  ])(
    "has formulas between single dollars only beside commands of TeX, and no sums of money: %s",
    async ([markdown, formulas], context) => {
      const page = await openNote(context, markdown);
      expect(await page.locator(".text .formula").allTextContents()).toEqual(formulas);
    },
  );

  test("has a link at each heading, and a button that copies its code", async (context) => {
    const page = await openNote(context, "## Load factor\n\n```\ncode\n```");
    const anchor = page.getByRole("link", { name: "Link to Load factor" });
    expect(await anchor.getAttribute("href")).toBe("#/x#load-factor");
    await anchor.focus();
    await page.keyboard.press("Enter");
    await shows(page, ":focus", "Load factor");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").innerText()).toBe("Copy");
    await page.keyboard.press("Enter");
    await shows(page, ".text .code button", /^(Copied|Selected)$/);
  });

  test.for<[why: string, summary: string, isShown: boolean]>([
    ["the beginning of its first paragraph", "A *hash* table stores keys…", false],
    ["what its text does not say", "Another way to say it.", true],
  ])("shows a summary once: %s", async ([, summary, isShown], context) => {
    const markdown = "# X\n\nA *hash* table stores keys and values.";
    const page = await openNote(context, markdown, summary);
    expect(await page.locator("#article .summary").isVisible()).toBe(isShown);
  });

  test("says that it is loading, until it is there", async (context) => {
    const page = await open(context, "#/languages/go");
    await shows(page, TITLE, "Go");
    const release = await hold(page, NOTES);
    await page.locator("#list").getByText("Heap").click();
    await shows(page, "#loading", "Loading the note…");
    await release();
    await shows(page, TITLE, "Heap");
    expect(await page.locator("#loading").innerText()).toBe("");
  });

  /** Each would call `attack()`, load something, or leave the page, if its HTML or its address were taken. */
  const ATTACKS = [
    "<script>attack()</script>",
    "<img src=x onerror=attack()>",
    "<svg onload=attack()>",
    "<iframe srcdoc='<script>parent.attack()</script>'></iframe>",
    "<details open ontoggle=attack()>",
    "<style>@import 'https://attack.example/'</style>",
    "<base href='https://attack.example/'>",
    "<meta http-equiv=refresh content='0;url=https://attack.example/'>",
    "<form action='javascript:attack()'><button>x</button></form>",
    "[x](javascript:attack())",
    "[x](JaVaScRiPt:attack())",
    "[x](java\nscript:attack())",
    "[x](&#106;avascript:attack())",
    "[x](data:text/html,<script>attack()</script>)",
    "[x](vbscript:attack())",
    "[x]( javascript:attack() 'title\" onclick=attack()')",
    "![x](javascript:attack())",
    '![x](x "\\" onerror=attack() \\"")',
    "![x](data:image/svg+xml,<svg onload=attack()>)",
    "[x][r]\n\n[r]: javascript:attack()",
    "[x](java&Tab;script&colon;attack())",
    "<math><mglyph><style><img src=x onerror=attack()></style></mglyph></math>",
    "<javascript:attack()>",
    "[^<img src=x onerror=attack()>]\n\n[^<img src=x onerror=attack()>]: x",
    "| <img src=x onerror=attack()> |\n|---|\n| [x](javascript:attack()) |",
    "<kbd onclick=attack()>x</kbd>",
    "<small style='background:url(https://attack.example/)'>x</small>",
    "<details open onclick=attack()><summary onclick=attack()>x</summary></details>",
    "<br onload=attack()>",
    "<sub><script>attack()</script></sub>",
    "> [!info] <img src=x onerror=attack()>\n> [x](javascript:attack())",
    '> [!info] [x](/y "a\n> <img src=x onerror=attack()>")',
    "$$<img src=x onerror=attack()>$$",
    "$$\n<script>attack()</script>\n$$",
    '```"onload=attack()\n</code></pre><script>attack()</script>\n```',
  ];
  test("shows what would attack a reader as text, and follows no such address", async (context) => {
    const page = await openNote(context, ATTACKS.join("\n\n"));
    const left: string[] = [];
    page.on("framenavigated", (frame) => left.push(frame.url()));
    const text = page.locator(".text");
    await shows(page, ".text", "<script>attack()</script>");
    expect(
      await text
        .locator(
          "script, iframe, svg, style, base, meta, form, details, math, [style], img:not([alt=x])",
        )
        .count(),
    ).toBe(0);
    const attributes = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.text *')].flatMap((each) => [...each.attributes].map(({ name, value }) => name + '=' + value))",
    );
    expect(attributes.filter((each) => /^on|^(href|src)=\s*(java|vb|data)/i.test(each))).toEqual(
      [],
    );
    for (const link of await text.locator("a").all()) await link.click();
    expect(left.filter((url) => !url.startsWith("http://127.0.0.1"))).toEqual([]);
  });

  test("scrolls to the heading that a link names, in its own text and in another note", async (context) => {
    const filler = "line\n\n".repeat(200);
    const page = await openNote(
      context,
      `[here](#load-factor) [there](/y#déjà-vu-1)\n\n${filler}\n## Load factor\n\n${filler}`,
    );
    const markdown = `${filler}## Déjà vu\n\n${filler}## *Déjà* vu\n\n${filler}`;
    await makeUp(page, "/y", markdown);
    const isVisible = () =>
      page.evaluate(
        "(({ top }) => top >= 0 && top < innerHeight)(document.querySelector('.text :focus').getBoundingClientRect())",
      );
    await page.getByText("here", { exact: true }).click();
    await shows(page, ":focus", "Load factor");
    await expect.poll(isVisible).toBe(true);
    await page.getByText("there", { exact: true }).click();
    await shows(page, TITLE, "Y");
    await shows(page, ":focus", "Déjà vu");
    expect(await page.locator(":focus em").count()).toBe(1);
    await expect.poll(isVisible).toBe(true);
  });

  test("is where it was left after Back", async (context) => {
    const page = await openNote(context, `${"line\n\n".repeat(200)}[there](/y)`);
    await makeUp(page, "/y", "Short.");
    await page.getByText("there", { exact: true }).click();
    await shows(page, TITLE, "Y");
    await page.goBack();
    await shows(page, TITLE, "X");
    await expect.poll(() => page.locator("#note").evaluate((note) => note.scrollTop)).not.toBe(0);
  });

  test("shows text instead of links to files of the vault and to nothing", async (context) => {
    const page = await openNote(
      context,
      "[a](files/a.pdf) ![b](b.png) [c](https://c.example/) [d]()",
    );
    expect(await page.locator(".text a").allTextContents()).toEqual(["c"]);
    expect(await page.locator(".text img").count()).toBe(0);
    await shows(page, ".text", "a b c d");
  });

  test("shows which notes link to it, once the service says so", async (context) => {
    const page = await open(context, "#/terms/data-structures/tree");
    await shows(page, "article footer", "Linked from");
    await page.locator("article footer").getByText("Heap").click();
    await shows(page, TITLE, "Heap");
  });

  test("that is missing, or has an undecodable address, gets the answer that the service has", async (context) => {
    const page = await open(context, "#/languages/pyton");
    await shows(page, TITLE, "No such note");
    await shows(page, "article h2", "Did you mean");
    await page
      .locator("article")
      .getByText(/python/i)
      .last()
      .click();
    await shows(page, TITLE, "Python");
    await page.goto(new URL("#/%E0%A4%A", page.url()).href);
    await shows(page, TITLE, "The address cannot be decoded");
  });

  test("is in view in the list, too, when it is opened by its address", async (context) => {
    const page = await open(context, "#/terms/data-structures/tree", {
      viewport: { width: 1600, height: 400 },
    });
    await shows(page, "#found", "20 notes");
    const box = (selector: string) => page.locator(selector).boundingBox();
    await expect
      .poll(async () => {
        const [list, link] = [await box("#list"), await box("#list [aria-current]")];
        return link && list && link.y >= list.y && link.y + link.height <= list.y + list.height;
      })
      .toBe(true);
  });

  test("that has moved is shown at its new address", async (context) => {
    const page = await open(context, "#/old/caf%C3%A9-c++");
    await shows(page, TITLE, "C++");
    expect(new URL(page.url()).hash).toBe("#/languages/c%2B%2B");
    await shows(page, "#list [aria-current=page]", "C++");
  });

  test("is shown in part if it is very long", async (context) => {
    const page = await openNote(context, "word ".repeat(200_000));
    await shows(page, ".text", "The rest is in the answer.");
  });
});

test("on a narrow screen the list takes the note's place, and gives it back, even to the note that is open", async (context) => {
  const page = await open(context, "#/languages/go", { viewport: { width: 360, height: 700 } });
  await shows(page, TITLE, "Go");
  await expect.poll(() => page.locator("#list").isVisible()).toBe(false);
  for (const way of ["#list >> text=Go", "#home"]) {
    await page.locator("#q").fill("go");
    await page.clock.runFor(400);
    await expect.poll(() => page.locator("#note").isVisible()).toBe(false);
    await page.locator(way).first().click();
    await expect.poll(() => page.locator("#note").isVisible()).toBe(true);
  }
  await page.locator("#q").fill("c");
  await page.locator("#home").click();
  await expect.poll(() => page.locator("#welcome").isVisible()).toBe(true);
});

describe("on a phone", () => {
  test("Back from a note returns to the results, where they were left", async (context) => {
    const page = await open(context, "", PHONE);
    await page.locator("#q").tap();
    await page.locator("#q").fill("tree");
    await page.clock.runFor(400);
    await shows(page, "#list h2", "Best first");
    const last = page.locator("#list a").last();
    const name = ((await last.innerText()).split("\n")[0] ?? "").trim();
    await last.tap();
    await shows(page, TITLE, name);
    expect(await page.locator("#list").isVisible()).toBe(false);
    await page.goBack();
    await expect.poll(() => page.locator("#list").isVisible()).toBe(true);
    expect(await page.locator("#note").isVisible()).toBe(false);
    await expect.poll(() => page.locator("#list a:focus").innerText()).toContain(name);
    expect(await page.locator("#q").inputValue()).toBe("tree");
    await page.goForward();
    await shows(page, TITLE, name);
    await expect.poll(() => page.locator("#note").isVisible()).toBe(true);
  });

  test("the search field brings the results back, and Back the note", async (context) => {
    const page = await open(context, "?q=tree#/languages/go", PHONE);
    await shows(page, TITLE, "Go");
    expect(await page.locator("#list").isVisible()).toBe(false);
    await page.locator("#q").tap();
    await expect.poll(() => page.locator("#list").isVisible()).toBe(true);
    await shows(page, "#list h2", "Best first");
    await page.goBack();
    await expect.poll(() => page.locator("#note").isVisible()).toBe(true);
    await shows(page, TITLE, "Go");
    // A tag of the note does the same.
    await page.locator("#article .tags button").first().tap();
    await expect.poll(() => page.locator("#list").isVisible()).toBe(true);
    await page.goBack();
    await shows(page, TITLE, "Go");
    await expect.poll(() => page.locator("#note").isVisible()).toBe(true);
  });

  test("a link with ?q= shows the results, with a heading and a landmark", async (context) => {
    const page = await open(context, "?q=tree", PHONE);
    await shows(page, "#list", "Tree");
    expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual([
      "Notes found",
    ]);
    expect(await page.getByRole("main").count()).toBe(1);
  });

  test("the search field does not ask for a key", async (context) => {
    const page = await open(context, "", PHONE);
    expect(await page.locator("#q").getAttribute("placeholder")).toBe(null);
    const desk = await open(context);
    expect(await desk.locator("#q").getAttribute("placeholder")).toBe("press /");
  });
});

describe("the request", () => {
  test.for([LAPTOP, PHONE.viewport])(
    "is folded behind one button at %o, which the keyboard opens and closes",
    async (viewport, context) => {
      const page = await open(context, "#/languages/go", { viewport });
      await shows(page, TITLE, "Go");
      for (const name of ["#exchange", "#services"]) {
        expect(await page.locator(name).isVisible()).toBe(false);
      }
      const button = page.getByRole("button", { name: "Requests" });
      expect(await button.getAttribute("aria-expanded")).toBe("false");
      await button.press("Enter");
      await expect.poll(() => page.locator("#exchange:focus").count()).toBe(1);
      expect(await button.getAttribute("aria-expanded")).toBe("true");
      expect(await page.getByLabel("Service").isVisible()).toBe(true);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("#toggle:focus").count()).toBe(1);
      expect(await page.locator("#exchange").isVisible()).toBe(false);
    },
  );

  test("is copied as curl, fetch and Python that run", async (context) => {
    const curl = needTool(context, "REQUIRE_CURL", "curl");
    const python = needTool(context, "REQUIRE_PYTHON", "python3");
    const page = await open(context, "#/languages/c%2B%2B");
    await shows(page, "#answer", /^200/);
    await expect.poll(() => page.locator("#address").inputValue()).toContain("c%2B%2B");
    const code = async (language: string) => {
      await page.getByLabel(language).check();
      return await page.locator("#code").innerText();
    };
    expect(await code("curl")).toMatch(/^curl --compressed '/);
    const [, address = ""] = (await code("curl")).split("'");
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { encoding: "utf8" });
    expect(run(curl, "-s", "--compressed", address)).toContain('"title":"C++"');
    const script = await code("fetch");
    expect(run(process.execPath, "--input-type=module", "-e", script)).toContain("C++");
    expect(run(python, "-c", await code("Python"))).toContain("'title': 'C++'");
    await page.locator("#exchange").getByText("Copy", { exact: true }).click();
    await shows(page, "#exchange .code button", /^(Copied|Selected)$/);
    // Which would end the shell's word.
    await page.getByLabel("GET").fill("it's");
    await page.keyboard.press("Enter");
    await shows(page, "#code", "/it%27s");
  });

  test("is any that is typed: whole, a path, or relative to /api/v1/", async (context) => {
    const page = await openList(context);
    for (const address of [
      "notes/languages/go.json",
      "/api/v1/notes/languages/go.json",
      `${service.origin}/api/v1/notes/languages/go.json`,
    ]) {
      await page.getByLabel("GET").fill("search.json");
      await page.keyboard.press("Enter");
      await shows(page, "#answer", "400");
      await shows(page, "#body", "The query is missing");
      await page.getByLabel("GET").fill(address);
      await page.keyboard.press("Enter");
      await shows(page, "#answer", "200");
      await shows(page, "#body", '"route": "/languages/go"');
    }
  });

  test("that reaches the limit waits as Retry-After says, counting the seconds", async (context) => {
    const refused = asFulfilled(await refusal(60));
    const page = await open(context);
    await shows(page, "#welcome", "terms 8");
    let asked = 0;
    await page.route(NOTES, (route) => {
      asked++;
      return route.fulfill(refused);
    });
    await page.locator("#list").getByText("Heap").click();
    await shows(page, "#waiting", "The limit is reached. This page goes on in 60 s");
    await shows(page, "#answer", "429");
    await page.unrouteAll();
    await page.evaluate(
      "new MutationObserver(() => title.id = 'read-out-again').observe(message, { childList: true })",
    );
    await page.clock.runFor(40_000);
    await shows(page, "#waiting", "goes on in 20 s");
    expect(await page.locator("#read-out-again").count()).toBe(0);
    expect([await page.locator("article h1").count(), asked]).toEqual([0, 1]);
    await page.clock.runFor(20_000);
    await shows(page, TITLE, "Heap");
    await shows(page, "#waiting", /^\s*$/);
  });

  test("that gets no answer is sent again until it does", async (context) => {
    const page = await open(context);
    await shows(page, "#welcome", "terms 8");
    await page.route(NOTES, (route) => route.abort());
    await page.locator("#list").getByText("Heap").click();
    const lost = `No answer from ${service.origin}. Is it running? This page asks again in 1 s`;
    await shows(page, "#waiting", lost);
    await page.unroute(NOTES);
    await page.clock.runFor(1000);
    await shows(page, TITLE, "Heap");
    await shows(page, "#waiting", /^\s*$/);
  });

  test("to something else than this service says so", async (context) => {
    const page = await open(context);
    await page.route("**/notes.json", (route) => route.fulfill({ json: { hello: "world" } }));
    await page.reload();
    await shows(page, "#message", "answers, but not with a list of notes");
  });
});

test("everything can be done by keyboard alone", async (context) => {
  const page = await openList(context);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.locator("#skip:focus").innerText()).toBe("Skip to the note");
  await page.keyboard.press("Enter");
  await page.keyboard.press("/");
  await page.keyboard.type("tree");
  await page.clock.runFor(300);
  await shows(page, "#list h2", "Best first");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const [chosen = ""] = (await page.locator("#list a:focus").innerText()).split("\n");
  await page.keyboard.press("Enter");
  await shows(page, TITLE, chosen);
  await expect.poll(() => page.locator("h1:focus").count()).toBe(1);
});

test("a text column has at least 480 pixels where there is more than one, and nothing is cut off", async (context) => {
  const page = await open(context, "#/languages/go");
  await shows(page, TITLE, "Go");
  for (const width of [360, 900, 1001, 1100, 1200, 1280, 1408, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const text = (await page.locator(".text").boundingBox())?.width;
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(text, `${width}`).toBeGreaterThanOrEqual(width < 900 ? 310 : 480);
    expect(overflow, `${width}`).toBeLessThanOrEqual(0);
  }
});

/** What axe finds wrong with a page as it is. */
async function findings(context: TestContext, page: Page): Promise<string[]> {
  // The policy of the page lets no other script in.
  await page.evaluate(readFileSync(large(context, "axe-core/axe.min.js"), "utf8"));
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))",
  );
}

/** Everything that a note may have. */
const EVERYTHING = `---
tags: [one, two]
---
# Everything

A **bold**, *italic*, ~~struck~~ and \`coded\` word, [a link](https://example.com/), [[Other|a note]] and a footnote[^1].

### A level left out

> A quote
> of two lines

> [!warning]- Folded
> [!tip] text

> [!info] Title
> Text with <kbd>Ctrl</kbd> and $$x_1$$.

$$
a & b
$$

1. First
   - inner
2. Second

- [x] done
- [ ] to do

| Left | Right | |
|:-----|------:|-|
| ${"wide ".repeat(60)} | 1 | 2 |

\`\`\`js
const line = "${"long ".repeat(60)}";
\`\`\`

[![badge](https://example.com/badge.svg)](https://example.com/)

---

[^1]: Here.
`.replaceAll("\\`", "`");

const OTHER = "# Other\n\nWhere [[Everything]] leads.\n";

/** Folders of other people's notes, separated as in the PATH. */
const VAULTS = (process.env.PAGE_VAULTS ?? "").split(delimiter).filter(Boolean);

describe.for(["made-up notes", ...VAULTS])("from npm start with %s", (vault) => {
  let started: Started;
  let folder: string;

  beforeAll(async () => {
    folder = copyProject();
    mkdirSync(join(folder, "notes"));
    writeFileSync(join(folder, "notes/Everything.md"), EVERYTHING);
    writeFileSync(join(folder, "notes/Other.md"), OTHER);
    writeFileSync(join(folder, "notes/Plain.md"), `# Plain\n\n${"A line.\n\n".repeat(100)}`);
    started = await startNpm(folder, isAbsolute(vault) ? vault : "notes");
  });

  afterAll(async () => {
    await started?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const WINDOWS = (["light", "dark"] as const).flatMap((colorScheme) =>
    [360, 1280, 1600].map((width) => ({ colorScheme, width })),
  );

  test.for(WINDOWS)(
    "the page at / works by keyboard, and axe finds nothing: $colorScheme, $width pixels",
    async ({ colorScheme, width }, context) => {
      const viewport = { width, height: 800 };
      const page = await openWindow(context, { colorScheme, viewport });
      const errors: Error[] = [];
      page.on("pageerror", (error) => errors.push(error));
      await page.goto(started.origin);
      await shows(page, "#counts", /\d notes/);
      await page.clock.resume();
      const found: string[] = [];
      const check = async (state: string) => {
        found.push(...(await findings(context, page)).map((each) => `${state}: ${each}`));
      };
      await check("first screen");
      const { notes }: NoteList = (await (
        await fetch(`${started.origin}/api/v1/notes.json`)
      ).json()) as NoteList;
      const step = Math.ceil(notes.length / 10);
      for (const { title } of notes.filter((_, index) => index % step === 0)) {
        await page.keyboard.press("/");
        await page.keyboard.press("ControlOrMeta+A");
        await page.keyboard.type(title);
        await page.keyboard.press("Enter");
        await expect.poll(() => page.locator("article h1:focus").count()).toBe(1);
        await check(title);
      }
      const { route = "", title = "" } = notes[0] ?? {};
      await page.goto(`${started.origin}/?${new URLSearchParams({ q: title })}`);
      await shows(page, "#list h2", "Best first");
      await check("?q=");
      await page.goto(`${started.origin}/#${encodeURI(`${route}x`)}`);
      await shows(page, "article h1", "No such note");
      await check("404");
      if (width < 1408) {
        await page.getByRole("button", { name: "Requests" }).press("Enter");
        await page.locator("#exchange:focus").waitFor();
        await check("requests");
      }
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
  );
});

test("borders of fields have a contrast of at least 3 to 1, in both color schemes", async (context) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await open(context, "", { colorScheme });
    const contrasts = await page.evaluate<number[]>(`
      const channels = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((each) => {
        const share = each / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
      [...document.querySelectorAll("input:not([type=radio]), select, button")].map((field) => {
        const { borderColor, backgroundColor } = getComputedStyle(field);
        const [a, b] = [borderColor, backgroundColor].map((color) => luminance(channels(color)) + 0.05);
        return Math.max(a, b) / Math.min(a, b);
      })`);
    expect(contrasts.length).toBeGreaterThan(5);
    expect(Math.min(...contrasts), colorScheme).toBeGreaterThanOrEqual(3);
  }
});
