import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Reply } from "./api-description.ts";
import { openVault, type RequestOptions, type Service, startService } from "./service.ts";

// Section 1 of the contract, the row of `/`: each test is named after one of its promises.

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const DIST = join(inject("bundle").folder, "dist");
const PAGE = readFileSync(join(DIST, "index.html"), "utf8");

let service: Service;
let below: Service;

beforeAll(async () => {
  service = await startService();
  below = await startService({ vars: { BASE_PATH: "/docs" } });
});

afterAll(async () => {
  await service.stop();
  await below.stop();
});

const open = (target = "/", accept: string | null = BROWSER, options: RequestOptions = {}) =>
  service.fetch(target, {
    ...options,
    headers: { ...(accept !== null && { Accept: accept }), ...options.headers },
  });

const isPage = ({ status, headers, body }: Reply) =>
  status === 200 && headers["content-type"] === "text/html; charset=utf-8" && body === PAGE;

const isNotFound = ({ status, headers }: Reply) =>
  status === 404 && headers["content-type"] === "application/problem+json";

describe("GET of / with text/html in Accept, with a weight above 0, answers the page", () => {
  test.each([
    BROWSER,
    "text/html",
    "TEXT/HTML",
    "application/json, text/html",
    "application/json,text/html;q=0.001",
    "text/html ; q=0.5",
    "text/html;level=1;Q=1.000",
    "*/*;q=0,text/html",
    "text/html;q=0, text/html",
  ])("%s", async (accept) => {
    expect(isPage(await open("/", accept))).toBe(true);
    expect(isPage(await open("/?q=tree", accept))).toBe(true);
  });
});

describe("whoever does not name text/html gets the JSON of an address where there is nothing, with Vary: Accept", () => {
  test.each([
    null,
    "",
    "*/*",
    "text/*",
    "application/json",
    "application/xhtml+xml",
    "text/html;q=0",
    "text/html; Q=0.000",
    "text/html;q=none",
    "text/html;level=1;q=0, */*",
    "text/htmlx, xtext/html",
    "text/html, text/html;q=0",
  ])("%s", async (accept) => {
    for (const method of ["GET", "HEAD"]) {
      const reply = await open("/", accept, { method });
      expect([isNotFound(reply), reply.headers.vary]).toEqual([
        true,
        expect.stringMatching(/^Accept\b/),
      ]);
      expect(reply.headers["cache-control"]).toBe("no-store");
    }
    expect(JSON.parse((await open("/", accept)).body)).toHaveProperty("addresses");
  });
});

test("HEAD of / answers as GET does, without the body", async () => {
  const get = await open();
  const head = await open("/", BROWSER, { method: "HEAD" });
  expect([head.status, head.body]).toEqual([200, ""]);
  for (const name of ["content-type", "etag", "cache-control", "vary"]) {
    expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test("the page has Cache-Control: no-cache, an ETag, Vary: Accept and the headers of section 6", async () => {
  expect((await open()).headers).toMatchObject({
    "cache-control": "no-cache",
    etag: expect.stringMatching(/^"[0-9a-z-]+"$/),
    vary: expect.stringMatching(/^Accept\b/),
    "access-control-allow-origin": "*",
    "access-control-expose-headers": expect.stringContaining("X-RateLimit-Remaining"),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    "x-ratelimit-limit": "60",
  });
});

test("If-None-Match with the page's tag is answered with 304, which has the same headers", async () => {
  const { etag = "" } = (await open()).headers;
  for (const method of ["GET", "HEAD"]) {
    const reply = await open("/", BROWSER, { method, headers: { "If-None-Match": `W/${etag}` } });
    expect([reply.status, reply.body]).toEqual([304, ""]);
    expect(reply.headers).toMatchObject({
      etag,
      "cache-control": "no-cache",
      vary: expect.stringMatching(/^Accept\b/),
    });
    expect(reply.headers["content-type"]).toBeUndefined();
  }
  // A program that has the page is not told that it is current.
  const json = await open("/", "*/*", { headers: { "If-None-Match": etag } });
  expect(isNotFound(json)).toBe(true);
});

test("the page is counted as any request, and so is its 304", async () => {
  const client = "192.0.2.90";
  const { headers } = await open("/", BROWSER, { client });
  const again = await open("/", BROWSER, { client, headers: { "If-None-Match": "*" } });
  expect([headers, again.headers].map((each) => each["x-ratelimit-remaining"])).toEqual([
    "59",
    "58",
  ]);
});

test.each(["/index.html", "/404.html", "/index", "//", "/api/v1/", "/nothing"])(
  "the page is at no other address: %s",
  async (target) => {
    expect(isNotFound(await open(target))).toBe(true);
  },
);

describe("below a base path", () => {
  const openBelow = (target: string, options: RequestOptions = {}) =>
    below.fetch(target, { headers: { Accept: BROWSER }, ...options });

  test("the page is at /docs/", async () => {
    expect(isPage(await openBelow("/docs/"))).toBe(true);
    expect(isPage(await openBelow("/docs/?q=tree"))).toBe(true);
  });

  test.each(["GET", "HEAD"])("/docs redirects to it with 308, whoever asks: %s", async (method) => {
    for (const headers of [{ Accept: BROWSER }, { Accept: "*/*" }]) {
      const reply = await openBelow("/docs", { method, headers });
      expect([reply.status, reply.headers.location]).toEqual([308, "/docs/"]);
      expect(reply.body).toBe(method === "HEAD" ? "" : '{"location":"/docs/"}');
    }
  });

  test.each(["/", "", "/doc", "/docsx", "/docs//", "/other/", "/docs/docs"])(
    "and nowhere else: %j",
    async (target) => {
      expect(isNotFound(await openBelow(target === "" ? "/?" : target))).toBe(true);
    },
  );
});

test("`page: false` leaves it out: browsers get the same JSON as everybody", async () => {
  const without = await openVault({ "collections.yaml": "page: false\n", "a.md": "A" });
  const reply = await without.fetch("/", { headers: { Accept: BROWSER } });
  expect([isNotFound(reply), reply.headers.vary]).toEqual([
    true,
    expect.stringMatching(/^Accept\b/),
  ]);
});
