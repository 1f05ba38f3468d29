import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Response } from "miniflare";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { noteAddress } from "../worker/contract/addresses.ts";
import type { Digests, FullNote, Links, NoteList } from "../worker/contract/note.ts";
import type { ProblemDetails } from "../worker/contract/problems.ts";
import type { Route } from "../worker/contract/route.ts";
import type { SearchResponse } from "../worker/contract/search-response.ts";
import { note } from "./build/vault.ts";
import type { Reply } from "./worker/api-description.ts";
import {
  openService,
  openVault,
  type RequestOptions,
  type Service,
  startService,
} from "./worker/service.ts";

// Each test is named after the line of the contract that it checks. What sections 3 and 4 say about the
// build and the search engine is in `contract-wikilinks` and `contract-search`, section 9 in `worker/mcp`, `updated` in
// `build/updated`; how the limit behaves over time and in a flood, and what is logged, in `worker/limiter` and
// `worker/faults`. Section 10 is what all of them are run on both hosts for.

const LIST = "/api/v1/notes.json";
const SEARCH = "/api/v1/search.json?q=hash+table";
const OPENAPI = "/api/v1/openapi.json";
const DIGESTS = "/api/v1/digests.json";
const LINKS = "/api/v1/links.json";
const PART = "/api/v1/parts/1.json";
const C_PLUS_PLUS = "/api/v1/notes/languages/c%2B%2B.json";
const HASH_TABLE = "/api/v1/notes/terms/data-structures/hash-table.json";
const CAFE = "/api/v1/notes/subjects/caf%C3%A9.json";
const ENDPOINTS = [LIST, HASH_TABLE, SEARCH, OPENAPI, DIGESTS, LINKS, PART];

const VAULT = join(import.meta.dirname, "worker/vault");

/** The routes of the vault, by code point. */
const ROUTES = [
  "/languages/c",
  "/languages/c++",
  "/languages/c-sharp",
  "/languages/go",
  "/languages/prolog",
  "/languages/python",
  "/languages/sql",
  "/subjects/bare",
  "/subjects/big-o",
  "/subjects/café",
  "/subjects/node.js",
  "/subjects/unicode",
  "/terms/algorithms/binary-search",
  "/terms/algorithms/depth-first-search",
  "/terms/algorithms/quicksort",
  "/terms/compilers/parser",
  "/terms/data-structures/hash-table",
  "/terms/data-structures/heap",
  "/terms/data-structures/tree",
  "/terms/networking/tcp-ip",
] as Route[];

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

describe("1. Addresses", () => {
  test("GET /api/v1/notes.json answers the list, ordered by route, by code point", async () => {
    const { count, notes } = await json<NoteList>(LIST);
    expect(count).toBe(ROUTES.length);
    expect(notes.map(({ route }) => route)).toEqual(ROUTES);
  });

  test("GET /api/v1/notes/{route}.json answers one note", async () => {
    expect((await json<FullNote>(C_PLUS_PLUS)).route).toBe("/languages/c++");
  });

  test("GET /api/v1/search.json?q= answers a search", async () => {
    expect((await json<SearchResponse>(SEARCH)).results[0]?.title).toBe("Hash table");
  });

  test("GET /api/v1/openapi.json answers the OpenAPI 3.1 description", async () => {
    expect(await json(OPENAPI)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  });

  test("GET /api/v1/digests.json answers the first 32 digits of the SHA-256 of each note's answer, in the order of the list", async () => {
    const { count, digests } = await json<Digests>(DIGESTS);
    expect([count, Object.keys(digests)]).toEqual([ROUTES.length, ROUTES]);
    for (const route of ROUTES) {
      const { body } = await get(noteAddress(route));
      const digest = createHash("sha256").update(body).digest("hex").slice(0, 32);
      expect([route, digests[route]]).toEqual([route, digest]);
    }
  });

  test("the parts named in digests.json, relative to it, have all notes in the order of the list, each byte for byte its answer", async () => {
    const { parts } = await json<Digests>(DIGESTS);
    const bodies = await Promise.all(
      ROUTES.map(async (route) => (await get(noteAddress(route))).body),
    );
    expect(parts).toEqual(["parts/1.json"]);
    const { status, body } = await get(
      new URL(parts[0]!, `http://notes.example${DIGESTS}`).pathname,
    );
    expect([status, body]).toEqual([200, `{"notes":[${bodies.join(",")}]}`]);
    const again = JSON.parse(body).notes.map((each: FullNote) => JSON.stringify(each));
    expect(again).toEqual(bodies);
    for (const none of ["0", "2", "x"]) {
      expect((await get(`/api/v1/parts/${none}.json`)).status).toBe(404);
    }
  });

  test("GET /api/v1/links.json answers, from each route that has any, the routes that its Markdown leads to, in order of first appearance, each once, itself left out", async () => {
    const expected: Record<string, string[]> = {};
    for (const route of ROUTES) {
      const { markdown } = await json<FullNote>(noteAddress(route));
      const found = Array.from(markdown.matchAll(/\]\((\/[^)#]*)/g), ([, to]) => decodeURI(to!));
      const targets = new Set(
        found.filter((to) => to !== route && ROUTES.some((each) => each === to)),
      );
      if (targets.size > 0) expected[route] = [...targets];
    }
    const { count, links } = await json<Links>(LINKS);
    expect(count).toBeGreaterThan(0);
    expect({ count, links }).toEqual({ count: Object.keys(expected).length, links: expected });
    expect(Object.keys(links)).toEqual(Object.keys(expected));
  });

  test.each([
    "old/caf%C3%A9-c%2B%2B.json",
    "old/cafe%CC%81-c++.json",
    "old%2Fcaf%c3%a9-%63+%2b.json",
    "x/../old/café-c++.json",
  ])("a route under formerly answers 308, in every spelling: %s", async (spelling) => {
    const target = `/api/v1/notes/${spelling}`;
    const { status, headers, body } = await get(target);
    expect([status, body]).toEqual([308, JSON.stringify({ location: C_PLUS_PLUS })]);
    expect(headers).toMatchObject({
      location: C_PLUS_PLUS,
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
      "x-ratelimit-limit": "60",
    });
    const head = await get(target, { method: "HEAD" });
    expect([head.status, head.headers.location, head.body]).toEqual([308, C_PLUS_PLUS, ""]);
    expect((await get(C_PLUS_PLUS)).status).toBe(200);
  });

  test("but not in another case, and the note's old page is 404 with a suggestion", async () => {
    expect((await get("/api/v1/notes/old/Caf%C3%A9-c++.json")).status).toBe(404);
    expect(await problemOf("/old/caf%C3%A9-c++")).toMatchObject({
      status: 404,
      suggestions: [C_PLUS_PLUS],
    });
  });

  test.each([
    "/",
    "/api",
    "/api/v1",
    "/api/v1/notes",
    "/api/v1/notes/languages",
    "/api/v1/search",
    "/api/v2/notes.json",
    "/favicon.ico",
    "/search-index.bin",
    "/api/v1/notes/no/such/note.json",
    "/api/v1/notes/.json",
    "/constructor",
    "/__proto__",
  ])("anything else is 404, JSON: %s", async (target) => {
    expect((await problemOf(target)).status).toBe(404);
  });

  test.each([...ENDPOINTS, "/nothing", "/api/v1/search.json", "/%ZZ"])(
    "HEAD answers as GET does, without the body; Content-Length may be missing, never wrong: %s",
    async (target) => {
      const got = await get(target);
      const head = await get(target, { method: "HEAD" });
      expect([head.status, head.body]).toEqual([got.status, ""]);
      expect(lasting(head)).toEqual(lasting(got));
      expect(["", String(Buffer.byteLength(got.body)), undefined]).toContain(
        head.headers["content-length"],
      );
    },
  );

  test.each([...ENDPOINTS, "/nothing", "/%ZZ"])(
    "OPTIONS answers 204 with the CORS preflight headers and Allow: %s",
    async (target) => {
      const { status, headers } = await get(target, { method: "OPTIONS" });
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        allow: "GET, HEAD, OPTIONS",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-allow-headers": "*, Authorization",
        "access-control-max-age": "86400",
      });
    },
  );

  test("OPTIONS does not count against the limit", async () => {
    const client = "192.0.2.10";
    for (let i = 0; i < 100; i++) {
      const { status, headers } = await get(LIST, { method: "OPTIONS", client });
      expect([status, headers["x-ratelimit-remaining"]]).toEqual([204, "60"]);
    }
    expect((await get(LIST, { client })).headers["x-ratelimit-remaining"]).toBe("59");
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "PURGE"])(
    "any other method is 405 with Allow: %s",
    async (method) => {
      for (const target of [...ENDPOINTS, "/nothing", "/%ZZ"]) {
        const { status, headers } = await get(target, { method });
        expect([status, headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
      }
    },
  );

  test("and so is a browser's POST of a form to /", async () => {
    const headers = { Accept: "text/html,*/*;q=0.8", "Content-Type": "text/plain" };
    const reply = await get("/", { method: "POST", headers, body: "a=b" });
    expect([reply.status, reply.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
  });

  test.each([
    [LIST, "/%61pi/v1/notes.json", "an encoded letter"],
    [LIST, "/api/v1/%6Eo%74es%2ejson", "hexadecimal digits of either case"],
    [LIST, "/api/./v1/x/../notes.json", "dot segments"],
    [LIST, "/api/%FF/../v1/notes.json", "a segment removed by dots"],
    [LIST, `${LIST}?page=2`, "a query"],
    [SEARCH, "/api/v1/se%61rch.json?%71=%68ash%20table", "an encoded parameter name"],
    [C_PLUS_PLUS, "/api/v1/notes/languages/c++.json", "unencoded plus signs"],
    [CAFE, "/api/v1/notes/subjects/caf%c3%a9.json", "NFC"],
    [CAFE, "/api/v1/notes/subjects/cafe%CC%81.json", "NFD"],
    [CAFE, "/api/v1/notes/subjects/cafe\u0301.json", "NFD, not encoded"],
    [HASH_TABLE, "/api/v1/notes/terms%2Fdata-structures%2fhash-table.json", "encoded slashes"],
    [C_PLUS_PLUS, "/api/v1/notes/terms%2F..%2Flanguages%2Fc++.json", "a dot segment between"],
    [C_PLUS_PLUS, "/api/v1/notes/languages/%63%2b%2B%2E%6A%73%6f%6E", "all encoded"],
    [LIST, `/api/v1/notes/${"..%2F".repeat(9)}api/v1/notes.json`, "dot segments above the root"],
  ])(
    "every spelling of %s that RFC 3986 calls equivalent, and an encoded slash of a route, reaches it in one answer: %s (%s)",
    async (address, spelling) => {
      const plain = await get(address);
      const { status, headers, body } = await get(spelling);
      expect([status, headers.etag, body]).toEqual([200, plain.headers.etag, plain.body]);
    },
  );

  test("and so does that of the longest route", async () => {
    const folder = Array<string>(8).fill("é".repeat(124)).join("/");
    const service = await openVault({ [`${folder}.md`]: note("Long") });
    const address = noteAddress(`/${folder}` as Route);
    expect(address.length).toBeGreaterThan(5900);
    const { status, body } = await service.fetch(address);
    expect([status, JSON.parse(body).title]).toEqual([200, "Long"]);
    const spelled = address.replaceAll("%C3%A9", "e%CC%81");
    expect(await service.fetch(spelled)).toMatchObject({ status: 200, body });
  });

  test.runIf(inject("host") === "workerd")("no client sees a redirect of the store", async () => {
    const asked: string[] = [];
    const recording = await openService({
      assets: ({ url }) => {
        asked.push(new URL(url).pathname);
        return new Response("{}", { headers: { ETag: '"1"' } });
      },
    });
    await recording.fetch("/api/v1/notes/subjects%2Fcafe%CC%81+%2b.json");
    // The store's own spelling, for which it does not redirect.
    expect(asked).toEqual(["/api/v1/notes/subjects/caf%C3%A9%2B%2B.json"]);
  });

  test.each([
    ["/API/v1/notes.json", "case"],
    ["/api/v1/notes/languages/C++.json", "case"],
    ["//api/v1/notes.json", "a doubled slash"],
    ["/api/v1/notes/languages%2F%2Fc++.json", "a doubled slash, encoded"],
    ["/api/v1/notes/%2Flanguages/c++.json", "a doubled slash, half of it encoded"],
    ["/api/v1/notes.json/", "a trailing slash"],
    ["/api/v1/notes/languages/c++.json%2F", "a trailing slash, encoded"],
    ["/api/v1/notes/languages/c++.json%2F.", "a trailing slash, encoded, before a dot segment"],
    ["/api/v1/notes/languages/c++", "no .json"],
    ["/api/v1/search?q=hash", "no .json"],
    ["/api/v1%2Fnotes.json", "an encoded slash outside a route"],
    ["/api/v1/notes%2Flanguages/c++.json", "an encoded slash before the route"],
    ["/api/v1/notes.json%20", "a space"],
    ["/api/v1/notes.json%00", "NUL"],
    ["/api\\v1\\notes.json", "backslashes"],
    ["/api/v1/notes.json;a=b", "a path parameter"],
    ["/api/v1/notes/languages/c%252B%252B.json", "encoded twice"],
  ])("no other leniency: %s is 404 (%s)", async (target) => {
    expect((await get(target)).status).toBe(404);
  });

  test.each(["/subjects/caf%C3%A9", "/languages/c++.json", "/subjects/node.js"])(
    "a 404 at a note's page route names the note's address in suggestions: %s",
    async (target) => {
      const { status, suggestions = [], addresses } = await problemOf(target);
      const address = noteAddress(decodeURI(target).replace(/\.json$/, "") as Route);
      expect([status, suggestions, addresses]).toEqual([404, [address], expect.any(Array)]);
    },
  );

  test.each([
    "/terms/maps/hash-map",
    "/notes/Hash_Map.json",
    "/api/v1/notes/terms/maps/dict.json",
    "/dict",
  ])("and so does one whose last part is an alias of a note: %s", async (target) => {
    const { status, suggestions } = await problemOf(target);
    expect([status, suggestions?.[0]]).toEqual([404, HASH_TABLE]);
  });

  test.each([
    "/",
    "/nothing",
    "/languages/c/",
    "/languages/d",
    "/api/v1/notes/no/such.json",
    "/api/v1/notes/languages/c",
    "/api/v1/notes/",
    "/api/v1/parts/9.json",
    LIST,
  ])(
    'every 404 carries Link with rel="service-desc" (RFC 8631), and so does the list: %s',
    async (target) => {
      for (const method of ["GET", "HEAD"]) {
        const { headers } = await get(target, { method });
        expect(headers.link).toBe(`<${OPENAPI}>; rel="service-desc"`);
      }
    },
  );

  test("only the error at / is indented, for people who open it", async () => {
    expect((await get("/")).body).toMatch(/^\{\n {2}"type": /);
    expect((await get("/nothing")).body).not.toContain("\n");
  });
});

describe("2. Bodies", () => {
  test.each(ENDPOINTS)("success is application/json, UTF-8, no BOM: %s", async (target) => {
    const { status, headers, body } = await get(target);
    expect([status, headers["content-type"], body[0]]).toEqual([200, "application/json", "{"]);
  });

  test.each(ROUTES)(
    "markdown is the note's body after the front matter, byte for byte, except for its wikilinks: %s",
    async (route) => {
      const source = readFileSync(join(VAULT, `${route}.md`), "utf8");
      const body = source.slice(source.indexOf("---\n", 4) + 4);
      const { markdown } = await json<FullNote>(noteAddress(route));
      let at = 0;
      for (const between of body.split(/\[\[.*?\]\]/)) {
        expect(markdown.slice(at)).toContain(between);
        at = markdown.indexOf(between, at) + between.length;
      }
      expect(markdown.slice(at)).toBe("");
    },
  );

  test.each([
    [LIST, ["count", "notes"]],
    [SEARCH, ["query", "count", "results"]],
    [DIGESTS, ["count", "digests", "parts"]],
    [LINKS, ["count", "links"]],
    [PART, ["notes"]],
    [
      noteAddress(ROUTES[0]!),
      ["route", "title", "collection", "domain", "category", "tags", "summary", "markdown"],
    ],
    [HASH_TABLE, ["route", "title", "collection", "domain", "tags", "summary", "markdown"]],
    [CAFE, ["route", "title", "collection", "tags", "summary", "markdown"]],
  ])("field order is as in the tables of the reference: %s", async (target, names) => {
    expect(Object.keys(await json<object>(target))).toEqual(names);
  });

  test("in the list, category is on language notes only, domain on term notes only", async () => {
    const own: Record<string, string[]> = { languages: ["category"], terms: ["domain"] };
    for (const note of (await json<NoteList>(LIST)).notes) {
      const fields = own[note.collection] ?? [];
      const names = ["route", "title", "collection", ...fields, "tags", "summary"];
      const ofReference = Object.keys(note).slice(0, names.length);
      expect([note.route, ofReference]).toEqual([note.route, names]);
    }
  });

  test("tags is an array of strings, empty when a note has none; nothing is null", async () => {
    const { notes } = await json<NoteList>(LIST);
    const tags = Object.fromEntries(notes.map((note) => [note.route, note.tags]));
    expect(tags).toMatchObject({
      "/subjects/bare": [],
      "/languages/prolog": ["logic", "declarative"],
    });
    for (const target of ENDPOINTS) expect((await get(target)).body).not.toContain(":null");
  });

  test("an owner adds a collection by configuration: other fields are published where the collection declares them, as typed, after those of the reference", async () => {
    const { notes } = await json<NoteList>(LIST);
    const listed = notes.find(({ route }) => route === "/subjects/unicode") ?? {};
    expect(Object.entries(listed).slice(5)).toEqual([
      ["since", "1991-10-01"],
      ["rank", 2],
    ]);
    const full = await json<FullNote>("/api/v1/notes/subjects/unicode.json");
    expect(Object.entries(full).slice(5, -1)).toEqual([
      ["since", "1991-10-01"],
      ["checked", true],
      ["seen", [8, 16, 32]],
      ["rank", 2],
    ]);
    expect(Object.keys(full).at(-1)).toBe("markdown");
  });

  test("the same content gives the same bytes", async () => {
    const other = await openService();
    for (const target of [...ENDPOINTS, "/nothing"]) {
      const { body, headers } = await get(target);
      const again = await other.fetch(target);
      expect([again.body, again.headers.etag]).toEqual([body, headers.etag]);
    }
  });
});

describe("4. Search: the request and the response", () => {
  test.each([
    ["hash+table", "hash table", "a plus is a space"],
    ["%E3%80%80hash%C2%A0%EF%BB%BF", "hash", "trimmed of any Unicode space"],
    ["c%2B%2B", "c++", "an encoded plus"],
    ["%22quoted%22%5C", '"quoted"\\', "what JSON escapes"],
    ["%F0%9F%8C%B3", "🌳", "beyond the basic plane"],
    ["100%", "100%", "a % that begins no escape is itself"],
    ["%ZZ+5%+%4", "%ZZ 5% %4", "and so are several"],
    ["hash%FF", "hash\ufffd", "a byte that is not UTF-8"],
    ["hash&q=tree", "hash", "given twice, the first counts"],
    ["hash&limit=1&a=%ZZ&%FF&&", "hash", "other parameters are ignored"],
  ])("q is decoded as a form value, trimmed, and echoed: %s is %j (%s)", async (value, query) => {
    expect((await json<SearchResponse>(`/api/v1/search.json?q=${value}`)).query).toBe(query);
  });

  test.each(["", "?", "?q", "?q=", "?q=+", "?q=%20%0A", "?q=%E2%80%A8", "?Q=a", "?q=&q=a"])(
    "missing or blank is 400: %s",
    async (query) => {
      expect(await problemOf(`/api/v1/search.json${query}`)).toMatchObject({
        status: 400,
        type: `${OPENAPI}#/components/examples/MissingQuery`,
      });
    },
  );

  test.each([
    ["a".repeat(256), 200, "256 letters"],
    ["a".repeat(257), 400, "257 letters"],
    [`+${"a".repeat(256)}++`, 200, "256 letters between spaces"],
    ["%F0%9F%8C%B3".repeat(256), 200, "256 characters that are 512 UTF-16 units"],
    ["word+".repeat(1500), 400, "7,500 characters"],
  ])("longer than 256 characters is 400 (%#)", async (value, status) => {
    const reply = await get(`/api/v1/search.json?q=${value}`);
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.body).toContain("OverlongQuery");
  });

  test.each(["hash", "a", "e", "language", "%F0%9F%8C%B3", "zqxjkvzqxjkv"])(
    "count is the number of entries in results, and no result is not an error: %s",
    async (q) => {
      const { count, results } = await json<SearchResponse>(`/api/v1/search.json?q=${q}`);
      expect(count).toBe(results.length);
      if (q.startsWith("z")) expect(count).toBe(0);
    },
  );

  test("every result is a note as the list has it", async () => {
    const { notes } = await json<NoteList>(LIST);
    const { results } = await json<SearchResponse>("/api/v1/search.json?q=tree");
    expect(results.length).toBeGreaterThan(1);
    for (const result of results) {
      expect(Object.keys(result)).toEqual(["route", "title", "summary"]);
      expect(notes).toContainEqual(expect.objectContaining(result));
    }
  });
});

describe("5. Errors", () => {
  test.each([
    ["GET", "/api/v1/search.json", 400, "MissingQuery"],
    ["GET", `/api/v1/search.json?q=${"a".repeat(257)}`, 400, "OverlongQuery"],
    ["GET", "/%ZZ", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes/%FF.json", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes/no/such.json", 404, "NoteNotFound"],
    ["GET", "/nothing", 404, "AddressNotFound"],
    ["POST", LIST, 405, "MethodNotAllowed"],
    ["POST", "/%ZZ", 405, "MethodNotAllowed"],
  ])("%s %s is %i, a problem document of type %s", async (method, target, status, name) => {
    const reply = await get(target, { method });
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(parsed<ProblemDetails>(reply)).toMatchObject({
      type: `${OPENAPI}#/components/examples/${name}`,
      status,
    });
    const { components } = await json<{ components: { examples: object } }>(OPENAPI);
    expect(components.examples).toHaveProperty(name);
  });

  test("over the limit is 429 with Retry-After, and the text names the same wait", async () => {
    for (const client of ["192.0.2.50", "2001:db8:50::1"]) {
      const reply = await overTheLimit(client);
      const wait = reply.headers["retry-after"];
      expect([reply.status, parsed<ProblemDetails>(reply).detail]).toEqual([
        429,
        `The request limit for an IP address, or for an IPv6 /64 network, is 60 requests in any 60 s. Retry after ${wait} s.`,
      ]);
    }
  });

  test.each([
    ["/api/v1/notes/languages/pyhton.json", "/languages/pyhton", "/languages/python"],
    ["/api/v1/notes/languages/python", "/languages/python", "/languages/python"],
    [
      "/api/v1/notes/terms/data-structures/hash-tabel.json",
      "/terms/data-structures/hash-tabel",
      "/terms/data-structures/hash-table",
    ],
    [
      "/api/v1/notes/terms%2Fhash-table.json",
      "/terms/hash-table",
      "/terms/data-structures/hash-table",
    ],
    ["/api/v1/notes/caf%c3%a9/a.json/b.json", "/café/a.json/b", undefined],
  ])(
    "a 404 for a note carries suggestions, up to 3 addresses of the nearest notes: %s",
    async (target, route, nearest) => {
      const { status, detail, instance, suggestions = [] } = await problemOf(target);
      expect([status, detail]).toEqual([404, `There is no note at ${route}.`]);
      expect(decodeURIComponent(instance ?? "")).toContain(`/api/v1/notes${route}`);
      expect(suggestions.length).toBeLessThanOrEqual(3);
      if (nearest !== undefined) expect(suggestions[0]).toBe(noteAddress(nearest as Route));
      for (const suggestion of suggestions) expect((await get(suggestion)).status).toBe(200);
    },
  );

  test("a 404 elsewhere names the addresses that exist", async () => {
    expect(await problemOf("/api/v2/notes.json")).toMatchObject({
      detail: "There is nothing at this address. `addresses` lists those that exist.",
      addresses: [
        "/api/v1/notes.json",
        "/api/v1/notes/{+route}.json",
        "/api/v1/search.json{?q}",
        "/api/v1/openapi.json",
        "/api/v1/digests.json",
        "/api/v1/parts/{part}.json",
        "/api/v1/links.json",
        "/mcp",
      ],
    });
  });

  test.each([
    ["/api/v1/notes/", undefined],
    ["/api/v1/notes//languages/python.json", "/languages/python"],
    ["/api/v1/notes/languages//python.json", "/languages/python"],
    ["/api/v1/notes/languages/python.json/", "/languages/python"],
    ["/languages/python/", "/languages/python"],
    ["/languages//python", "/languages/python"],
  ])("also where slashes are doubled or at the end: %s", async (target, route) => {
    const { addresses, suggestions } = await problemOf(target);
    expect(addresses).toContain("/api/v1/notes.json");
    expect(suggestions).toEqual(route && [noteAddress(route as Route)]);
  });

  test.each([
    ["/nothing", "/nothing"],
    ["/%6Eothing/%c3%a9", "/nothing/%C3%A9"],
    ["//api/v1/notes.json", undefined],
    ["//evil.example/x", undefined],
    ["/.//evil.example/x", undefined],
  ])("the instance of a 404 for %s is %s, never another host's", async (target, instance) => {
    expect((await problemOf(target)).instance).toBe(instance);
  });
});

describe("6. Headers", () => {
  const STATUSES: [status: number, target: string, options: RequestOptions][] = [
    [200, LIST, {}],
    [200, HASH_TABLE, { method: "HEAD" }],
    [204, LIST, { method: "OPTIONS" }],
    [304, LIST, { headers: { "If-None-Match": "*" } }],
    [400, "/%ZZ", {}],
    [404, "/nothing", {}],
    [405, LIST, { method: "DELETE" }],
  ];
  const SHARED = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": expect.stringContaining("X-RateLimit-Remaining"),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };

  test.each(STATUSES)(
    "CORS, nosniff and resource policy are on every status: %i (%s %o)",
    async (status, target, options) => {
      const reply = await get(target, options);
      expect(reply.status).toBe(status);
      expect(reply.headers).toMatchObject(SHARED);
    },
  );

  test("and on a 429, and on a 500, which has no internals in its body", async () => {
    const refused = await overTheLimit("192.0.2.60");
    const dist = withoutList();
    const failing = await openService({ dist });
    const failed = await failing.fetch(LIST);
    rmSync(dist, { recursive: true });
    expect([refused.status, failed.status]).toEqual([429, 500]);
    expect(parsed<ProblemDetails>(failed).detail).toBe(
      "The server failed to answer. Try again later.",
    );
    for (const { headers } of [refused, failed]) expect(headers).toMatchObject(SHARED);
  });

  test("Access-Control-Expose-Headers names every header that a script would read", async () => {
    const replies = [await overTheLimit("192.0.2.61")];
    for (const [, target, options] of STATUSES) replies.push(await get(target, options));
    const sent = new Set(replies.flatMap(({ headers }) => Object.keys(headers)));
    const exposed = replies[0]?.headers["access-control-expose-headers"]?.toLowerCase().split(", ");
    // Headers that scripts may read anyway, and those for the browser or the connection.
    const rest =
      /^(location|cache-control|content-type|content-length|access-control-.*|cross-origin-.*|x-content-type-options|vary|connection|keep-alive|date|transfer-encoding)$/;
    expect([...sent].filter((name) => !rest.test(name)).sort()).toEqual(exposed?.toSorted());
  });

  test("X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit-Policy and RateLimit are on every response of the endpoints", async () => {
    const client = "192.0.2.62";
    for (const [i, target] of ENDPOINTS.entries()) {
      const { status, headers } = await get(target, { client });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": String(59 - i),
        "ratelimit-policy": '"default";q=60;w=60',
        ratelimit: expect.stringMatching(
          new RegExp(`^"default";r=${59 - i};t=([1-9]|[1-5]\\d|60)$`),
        ),
      });
    }
  });

  test("on 429: Retry-After in whole seconds, never 0", async () => {
    const { status, headers } = await overTheLimit("192.0.2.63");
    expect([status, headers["x-ratelimit-remaining"]]).toEqual([429, "0"]);
    expect(headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(headers.ratelimit).toBe(`"default";r=0;t=${headers["retry-after"]}`);
  });

  test("success has a strong ETag, a different one for every note, and a max-age", async () => {
    const tags = new Set<string | undefined>();
    for (const target of [...ENDPOINTS, ...ROUTES.map(noteAddress)]) {
      const { headers } = await get(target);
      expect(headers.etag).toMatch(/^"[0-9a-z-]+"$/);
      expect(headers["cache-control"]).toBe("public, max-age=300");
      tags.add(headers.etag);
    }
    // The hash table is requested twice.
    expect(tags.size).toBe(ENDPOINTS.length + ROUTES.length - 1);
  });

  describe.each(ENDPOINTS)("If-None-Match is honoured on all endpoints: %s", (target) => {
    test.each<[status: number, why: string, list: (etag: string) => string]>([
      [304, "the tag", (etag) => etag],
      [304, "the tag, weak", (etag) => `W/${etag}`],
      [304, "a list with the tag", (etag) => `"other", ${etag}`],
      [304, "a list without spaces", (etag) => `"other",W/${etag},"another"`],
      [304, "an asterisk", () => "*"],
      [200, "another tag", () => '"other"'],
      [200, "a tag that is an asterisk", () => '"*"'],
      [200, "the tag without quotes", (etag) => etag.slice(1, -1)],
      [200, "the tag within another", (etag) => `"x${etag.slice(1, -1)}x"`],
      [200, "a longer tag", (etag) => `${etag.slice(0, -1)}0"`],
      [200, "nothing", () => ""],
    ])("%i: %s", async (status, _why, list) => {
      const plain = await get(target);
      const { etag = "" } = plain.headers;
      for (const method of ["GET", "HEAD"]) {
        const reply = await get(target, { method, headers: { "If-None-Match": list(etag) } });
        expect([reply.status, reply.headers.etag]).toEqual([status, etag]);
        expect(reply.body).toBe(status === 200 && method === "GET" ? plain.body : "");
      }
    });
  });

  test.each(["/nothing", "/api/v1/notes/no/such.json", "/%ZZ", "/api/v1/search.json"])(
    "errors are Cache-Control: no-store, whatever If-None-Match says: %s",
    async (target) => {
      const plain = await get(target);
      const conditional = await get(target, { headers: { "If-None-Match": "*" } });
      expect(plain.status).toBeGreaterThanOrEqual(400);
      expect([conditional.status, conditional.body]).toEqual([plain.status, plain.body]);
      expect(conditional.headers["cache-control"]).toBe("no-store");
    },
  );
});

describe("7. The limit", () => {
  test("an isolate accepts at most 60 requests of one address; 304 and 404 count too", async () => {
    const client = "192.0.2.71";
    const requests: [status: number, target: string, options?: RequestOptions][] = [
      [200, LIST],
      [200, LIST, { method: "HEAD" }],
      [304, LIST, { headers: { "If-None-Match": "*" } }],
      [400, "/%ZZ"],
      [404, "/nothing"],
      [405, LIST, { method: "POST" }],
    ];
    for (let left = 59; left >= 0; left--) {
      const [status, target, options] = requests[left % requests.length]!;
      const reply = await get(target, { ...options, client });
      expect([reply.status, reply.headers["x-ratelimit-remaining"]]).toEqual([
        status,
        String(left),
      ]);
    }
    expect((await get(LIST, { client })).status).toBe(429);
  });

  test("over the limit every address and method is 429, except OPTIONS", async () => {
    const client = "192.0.2.72";
    await overTheLimit(client);
    for (const target of [...ENDPOINTS, "/nothing", "/%ZZ"]) {
      expect((await get(target, { client })).status).toBe(429);
      expect((await get(target, { client, method: "DELETE" })).status).toBe(429);
      expect((await get(target, { client, method: "OPTIONS" })).status).toBe(204);
    }
    expect((await get(LIST, { client: "192.0.2.73" })).status).toBe(200);
  });

  test("the address is CF-Connecting-IP and nothing a client can set", async () => {
    const client = "192.0.2.75";
    await overTheLimit(client);
    for (const name of [
      "X-Forwarded-For",
      "X-Real-IP",
      "Forwarded",
      "True-Client-IP",
      "CF-Connecting-IPv6",
      "CF-Pseudo-IPv4",
      "Authorization",
      "Cookie",
      "User-Agent",
    ]) {
      const { status } = await get(LIST, { client, headers: { [name]: "203.0.113.9" } });
      expect([name, status]).toEqual([name, 429]);
    }
    expect((await get(`${LIST}?client=203.0.113.9`, { client })).status).toBe(429);
  });

  test.each([
    ["2001:db8:0:1::1", "2001:DB8::1:ffff:0:0:1", "2001:db8:0:2::1"],
    ["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::192.0.2.1", "2001:db8:1:3::1"],
    ["::ffff:192.0.2.90", "192.0.2.90", "192.0.2.91"],
    ["::1:0:0:0:1", "0:0:0:1::", "0:0:0:2::"],
  ])(
    "an IPv6 client is its /64 network: %s and %s are one, %s is another",
    async (one, same, other) => {
      await overTheLimit(one);
      expect((await get(LIST, { client: same })).status).toBe(429);
      expect((await get(LIST, { client: other })).status).toBe(200);
    },
  );

  test("limit and window are variables", async () => {
    const vars = { RATE_LIMIT_REQUESTS: "2", RATE_LIMIT_WINDOW_SECONDS: 3600 };
    const strict = await openService({ vars });
    const replies: Reply[] = [];
    for (let i = 0; i < 3; i++) replies.push(await strict.fetch(LIST, { client: "192.0.2.76" }));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 429]);
    expect(replies[2]?.headers).toMatchObject({
      "x-ratelimit-limit": "2",
      "ratelimit-policy": '"default";q=2;w=3600',
      "retry-after": expect.stringMatching(/^3(600|5\d\d)$/),
    });
  });

  test("ordinary requests are not logged, over the limit or not", () => {
    expect(service.log).toEqual([]);
  });
});

describe("8. Versions", () => {
  test("all addresses are under /api/v1/", async () => {
    const { servers } = await json<{ servers: { url: string }[] }>(OPENAPI);
    const bases = servers.map(({ url }) => new URL(url, service.origin + OPENAPI).pathname);
    expect(bases).toEqual(["/api/v1"]);
  });
});

function get(target: string, options?: RequestOptions): Promise<Reply> {
  return service.fetch(target, options);
}

/** The body of a success. */
async function json<T>(target: string): Promise<T> {
  const reply = await get(target);
  expect([target, reply.status]).toEqual([target, 200]);
  return parsed(reply);
}

async function problemOf(target: string): Promise<ProblemDetails> {
  const reply = await get(target);
  expect(reply.headers["content-type"]).toBe("application/problem+json");
  return parsed(reply);
}

function parsed<T>(reply: Reply): T {
  return JSON.parse(reply.body);
}

/** The first refused reply to a client. */
async function overTheLimit(client: string): Promise<Reply> {
  for (let i = 0; i < 60; i++) await get("/api/v1/search.json", { client });
  return get(LIST, { client });
}

/** A copy of the built files that lacks one that every build writes. */
function withoutList(): string {
  const folder = mkdtempSync(join(tmpdir(), "dist-"));
  cpSync(join(inject("bundle").folder, "dist"), folder, { recursive: true });
  rmSync(join(folder, LIST));
  return folder;
}

/** Headers that do not differ from one request to the next. */
function lasting({ headers }: Reply): Reply["headers"] {
  const changing =
    /^(date|x-ratelimit-remaining|ratelimit|content-length|transfer-encoding|connection|keep-alive)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.test(name)));
}
