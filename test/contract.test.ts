import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { Response } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteAddress } from "../worker/contract/addresses.ts";
import { compareCodePoints } from "../worker/contract/compare-code-points.ts";
import type { FullNote, NoteList } from "../worker/contract/note.ts";
import type { ProblemDetails } from "../worker/contract/problems.ts";
import type { SearchResponse } from "../worker/contract/search-response.ts";
import type { Reply } from "./worker/reply.ts";
import { type RequestOptions, type Service, startService } from "./worker/service.ts";

const LIST = "/api/v1/notes.json";
const SEARCH = "/api/v1/search.json?q=hash+table";
const OPENAPI = "/api/v1/openapi.json";
const C_PLUS_PLUS = "/api/v1/notes/languages/c%2B%2B.json";
const HASH_TABLE = "/api/v1/notes/terms/data-structures/hash-table.json";
const ENDPOINTS = [LIST, HASH_TABLE, SEARCH, OPENAPI];

let service: Service;
let notes: FullNote[];

beforeAll(async () => {
  service = await startService();
  const list = parsed<NoteList>(await get(LIST));
  notes = [];
  for (const { route } of list.notes) notes.push(parsed(await get(noteAddress(route))));
});

afterAll(() => service.stop());

describe("1. Addresses", () => {
  test("the list has its address", async () => {
    const reply = await get(LIST);
    expect(reply.status).toBe(200);
    const { count, notes } = parsed<NoteList>(reply);
    expect(count).toBe(notes.length);
    expect(count).toBeGreaterThanOrEqual(48);
  });

  test("every note of the list has its address", async () => {
    const list = parsed<NoteList>(await get(LIST));
    expect(notes.map((note) => note.route)).toEqual(list.notes.map((note) => note.route));
  });

  test("search has its address", async () => {
    const reply = await get(SEARCH);
    expect(reply.status).toBe(200);
    expect(parsed<SearchResponse>(reply).query).toBe("hash table");
  });

  test("the OpenAPI description has its address", async () => {
    const reply = await get(OPENAPI);
    expect(reply.status).toBe(200);
    expect(parsed(reply)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  });

  test.each([
    "/",
    "/api",
    "/api/v1",
    "/api/v1/notes",
    "/api/v1/notes/languages",
    "/api/v1/search",
    "/favicon.ico",
    "/search-index.bin",
    "/api/v1/notes/no/such/note.json",
    "/api/v1/notes/.json",
    "/constructor",
    "/__proto__",
  ])("anything else is 404, JSON: %s", async (target) => {
    const reply = await get(target);
    expect(reply.status).toBe(404);
    expect(parsed<ProblemDetails>(reply).status).toBe(404);
  });

  test.each([...ENDPOINTS, "/nothing", "/api/v1/search.json", "/%ZZ"])(
    "HEAD answers as GET does, without the body: %s",
    async (target) => {
      const got = await get(target);
      const head = await get(target, { method: "HEAD" });
      expect(head.status).toBe(got.status);
      expect(head.body).toBe("");
      expect(lasting(head)).toEqual(lasting(got));
      expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(got.body)));
    },
  );

  test.each([...ENDPOINTS, "/nothing", "/%ZZ"])(
    "OPTIONS answers 204 with the preflight headers: %s",
    async (target) => {
      const reply = await get(target, { method: "OPTIONS" });
      expect(reply.status).toBe(204);
      expect(reply.headers).toMatchObject({
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
      for (const target of [...ENDPOINTS, "/nothing"]) {
        const reply = await get(target, { method });
        expect([reply.status, reply.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
      }
    },
  );

  test.each([
    [LIST, "/%61pi/v1/notes.json", "an encoded letter"],
    [LIST, "/api/v1/notes%2Ejson", "an encoded dot"],
    [LIST, "/api/v1/%6Eo%74es%2ejson", "several, hexadecimal digits of either case"],
    [LIST, "/api/./v1/x/../notes.json", "dot segments"],
    [LIST, "/api/%2E/v1/x/%2e%2e/notes.json", "encoded dot segments"],
    [LIST, `${LIST}?page=2`, "a query"],
    [SEARCH, "/api/v1/search.json?%71=hash%20table", "an encoded name of the parameter"],
    [SEARCH, "/api/v1/se%61rch.json?q=%68ash+table", "both encoded"],
    [OPENAPI, "/api/v1/%6Fpenapi.json", "an encoded letter"],
    [C_PLUS_PLUS, "/api/v1/notes/languages/c++.json", "plus signs as they are"],
    [C_PLUS_PLUS, "/api/v1/notes/languages/c+%2b.json", "one of each"],
    [C_PLUS_PLUS, "/api/v1/notes/languages/%63%2B%2B.json", "an encoded letter"],
    [HASH_TABLE, "/api/v1/notes/terms/data%2Dstructures/hash%2Dtable.json", "encoded hyphens"],
  ])(
    "every equivalent spelling of %s reaches it in one answer: %s (%s)",
    async (address, spelling) => {
      const plain = await get(address);
      const spelled = await get(spelling);
      expect([spelled.status, spelled.headers.etag]).toEqual([200, plain.headers.etag]);
      expect(spelled.body).toBe(plain.body);
    },
  );

  test("every note is reached by its route as it is written, and with every character encoded", async () => {
    await Promise.all(
      notes.flatMap(({ route }) =>
        spellings(route).map(async (target) => {
          const reply = await get(target);
          expect([target, reply.status, parsed<FullNote>(reply).route]).toEqual([
            target,
            200,
            route,
          ]);
        }),
      ),
    );
  });

  test("NFC and NFD of the same letters, encoded or not, reach the same note", async () => {
    const asked: string[] = [];
    const accented = await startService({
      assets: (path) => {
        asked.push(path);
        return new Response("{}", { headers: { ETag: '"1"' } });
      },
    });
    for (const name of ["caf%C3%A9", "cafe%CC%81", "café", "cafe\u0301"]) {
      expect((await accented.fetch(`/api/v1/notes/languages/${name}.json`)).status).toBe(200);
    }
    await accented.stop();
    expect(asked).toEqual(Array<string>(4).fill("/api/v1/notes/languages/caf%C3%A9.json"));
  });

  test("a redirect of the asset store is never seen", async () => {
    const redirecting = await startService({
      assets: (path) =>
        path === LIST
          ? new Response(null, { status: 307, headers: { Location: "/its/own/spelling" } })
          : new Response('{"count":0,"notes":[]}', { headers: { ETag: '"1"' } }),
    });
    const reply = await redirecting.fetch(LIST);
    await redirecting.stop();
    expect([reply.status, reply.body]).toEqual([200, '{"count":0,"notes":[]}']);
  });

  test.each([
    ["/API/v1/notes.json", "case"],
    ["/api/v1/Notes.json", "case"],
    ["/api/v1/notes.JSON", "case"],
    ["/api/v1/notes/Languages/c++.json", "case"],
    ["/api/v1/notes/languages/C++.json", "case"],
    ["//api/v1/notes.json", "a doubled slash"],
    ["/api//v1/notes.json", "a doubled slash"],
    ["/api/v1/notes//languages/c++.json", "a doubled slash"],
    ["/api/v1/notes/languages//c++.json", "a doubled slash"],
    ["/api/v1/notes.json/", "a trailing slash"],
    ["/api/v1/notes.json//", "trailing slashes"],
    ["/api/v1/search.json/?q=hash", "a trailing slash"],
    ["/api/v1/notes/languages/c++.json/", "a trailing slash"],
    ["/api/v1/notes/languages/c++", "no .json"],
    ["/api/v1/notes/languages/c++.jso", "half of .json"],
    ["/api/v1/search?q=hash", "no .json"],
    ["/api/v1%2Fnotes.json", "an encoded slash"],
    ["/api/v1/notes%2Flanguages/c++.json", "an encoded slash"],
    ["/api/v1/notes/languages%2Fc++.json", "an encoded slash"],
    ["/api/v1/notes.json%2F", "an encoded slash"],
    ["/api/v1/notes.json%20", "a space"],
    ["/api/v1/notes.json%00", "NUL"],
    ["/api\\v1\\notes.json", "backslashes"],
    ["/api/v1/notes.json;a=b", "a path parameter"],
    ["/api/v1/notes/languages/c%252B%252B.json", "encoded twice"],
  ])("no other leniency: %s is 404 (%s)", async (target) => {
    expect((await get(target)).status).toBe(404);
  });
});

describe("2. Bodies", () => {
  test.each(ENDPOINTS)("success is application/json, UTF-8, without a BOM: %s", async (target) => {
    const { status, headers, body } = await get(target);
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    expect(body.startsWith("{")).toBe(true);
  });

  test("fields stand in the order of the reference: list", async () => {
    const list = parsed<NoteList>(await get(LIST));
    expect(Object.keys(list)).toEqual(["count", "notes"]);
    const order = ["route", "title", "collection", "category", "domain", "tags", "summary"];
    for (const note of list.notes) expect(Object.keys(note)).toEqual(within(order, note));
  });

  test("fields stand in the order of the reference: full note", () => {
    const order = [
      "route",
      "title",
      "collection",
      "domain",
      "category",
      "tags",
      "summary",
      "markdown",
    ];
    for (const note of notes) expect(Object.keys(note)).toEqual(within(order, note));
  });

  test("fields stand in the order of the reference: search", async () => {
    const found = parsed<SearchResponse>(await get(SEARCH));
    expect(Object.keys(found)).toEqual(["query", "count", "results"]);
    for (const result of found.results) {
      expect(Object.keys(result)).toEqual(["route", "title", "summary"]);
    }
  });

  test("tags is an array of strings", async () => {
    const list = parsed<NoteList>(await get(LIST));
    for (const { tags } of [...list.notes, ...notes]) {
      expect(tags.every((tag) => typeof tag === "string")).toBe(true);
    }
  });

  test("what a note does not have is absent, never null", async () => {
    const bodies = [
      await get(LIST),
      await get(SEARCH),
      ...notes.map((note) => JSON.stringify(note)),
    ];
    for (const body of bodies) {
      const text = typeof body === "string" ? body : body.body;
      JSON.parse(text, (_key, value) => {
        expect(value).not.toBeNull();
        return value;
      });
    }
  });

  test("in the list, category is on language notes only, domain on term notes only", async () => {
    for (const note of parsed<NoteList>(await get(LIST)).notes) {
      expect([note.route, note.category !== undefined]).toEqual([
        note.route,
        note.collection === "languages",
      ]);
      expect([note.route, note.domain !== undefined]).toEqual([
        note.route,
        note.collection === "terms",
      ]);
    }
  });

  test("in full notes, domain is on language and term notes, category on language notes", () => {
    for (const { route, collection, domain, category } of notes) {
      expect([route, domain !== undefined]).toEqual([route, collection !== "subjects"]);
      expect([route, category !== undefined]).toEqual([route, collection === "languages"]);
    }
  });

  test("the shipped collections are languages, terms and subjects", () => {
    const shipped = new Set(notes.map((note) => note.collection));
    expect([...shipped].sort()).toEqual(["languages", "subjects", "terms"]);
  });

  test("a route is /<collection>/<slug>, or /terms/<domain-slug>/<slug>", () => {
    for (const { route, collection } of notes) {
      expect(route).toMatch(
        collection === "terms" ? /^\/terms\/[^/]+\/[^/]+$/ : new RegExp(`^/${collection}/[^/]+$`),
      );
    }
  });

  test("notes is ordered by route, by code point", async () => {
    const routes = parsed<NoteList>(await get(LIST)).notes.map((note) => note.route);
    expect(routes).toEqual(routes.toSorted(compareCodePoints));
  });

  test("the same content gives the same bytes", async () => {
    for (const target of ENDPOINTS) expect((await get(target)).body).toBe((await get(target)).body);
  });

  test("markdown is what follows the front matter, byte for byte, in notes without wikilinks", async () => {
    const content = join(import.meta.dirname, "../content");
    const served = new Set(notes.map((note) => note.markdown));
    const files = await fastGlob("**/*.md", { cwd: content, absolute: true });
    expect(files.length).toBe(notes.length);
    const bodies = files.map((file) => {
      const text = readFileSync(file, "utf8");
      return text.slice(text.indexOf("\n---\n", 3) + 5);
    });
    for (const body of bodies.filter((text) => !text.includes("[["))) {
      expect(served).toContain(body);
    }
  });
});

describe("4. Search: the request and the response", () => {
  const SPELLINGS: [value: string, query: string | null, why: string][] = [
    ["hash+table", "hash table", "a plus is a space"],
    ["hash%20table", "hash table", "an encoded space"],
    ["%20%09hash%0A+", "hash", "trimmed"],
    ["%E3%80%80hash%C2%A0%EF%BB%BF", "hash", "trimmed of all that is a space in Unicode"],
    ["c%2B%2B", "c++", "an encoded plus"],
    ["c%23", "c#", "an encoded number sign"],
    ["%22quoted%22%5C", '"quoted"\\', "what JSON escapes"],
    ["%00%1F%7F", "\0\u001f\u007f", "control characters"],
    ["caf%C3%A9", "café", "letters beyond ASCII"],
    ["café", "café", "not encoded"],
    ["%F0%9F%8C%B3", "🌳", "beyond the basic plane"],
    ["%E2%80%A8", null, "a line separator alone is blank"],
    ["a=b", "a=b", "an equals sign"],
  ];

  test.each(SPELLINGS)(
    "q is decoded as a form value, trimmed and echoed: %s",
    async (value, query) => {
      const reply = await get(`/api/v1/search.json?q=${value}`);
      expect(reply.status).toBe(query === null ? 400 : 200);
      if (query !== null) expect(parsed<SearchResponse>(reply).query).toBe(query);
    },
  );

  test.each(["", "?", "?q", "?q=", "?q=+", "?q=%20%0A", "?Q=hash", "?query=hash", "?q=&q=hash"])(
    "missing or blank is 400: %s",
    async (query) => {
      const reply = await get(`/api/v1/search.json${query}`);
      expect(reply.status).toBe(400);
      expect(problemName(reply)).toBe("MissingQuery");
    },
  );

  test.each([
    ["a".repeat(256), 200, "256 letters"],
    ["a".repeat(257), 400, "257 letters"],
    [`+${"a".repeat(256)}++`, 200, "256 letters and spaces around"],
    ["%F0%9F%8C%B3".repeat(256), 200, "256 characters that are 512 UTF-16 units"],
    ["%F0%9F%8C%B3".repeat(257), 400, "257 of them"],
    ["word+".repeat(1500), 400, "7,500 characters"],
  ])("longer than 256 characters is 400 (%#)", async (value, status) => {
    const reply = await get(`/api/v1/search.json?q=${value}`);
    expect(reply.status).toBe(status);
    if (status === 400) expect(problemName(reply)).toBe("OverlongQuery");
  });

  test("given twice, the first counts", async () => {
    const reply = await get("/api/v1/search.json?q=hash&q=tree");
    expect([reply.status, parsed<SearchResponse>(reply).query]).toEqual([200, "hash"]);
  });

  test("other parameters are ignored", async () => {
    const plain = await get("/api/v1/search.json?q=hash");
    const more = await get("/api/v1/search.json?limit=1&a=%ZZ&q=hash&page=2&%FF");
    expect([more.status, more.body]).toEqual([200, plain.body]);
  });

  test.each(["hash", "a", "e", "language", "zqxjkvzqxjkv", "%F0%9F%8C%B3", "%00"])(
    "count is the number of results, at most 50: %s",
    async (q) => {
      const reply = await get(`/api/v1/search.json?q=${q}`);
      expect(reply.status).toBe(200);
      const { count, results } = parsed<SearchResponse>(reply);
      expect(count).toBe(results.length);
      expect(count).toBeLessThanOrEqual(50);
    },
  );

  test("no result is not an error: 200, count 0", async () => {
    const reply = await get("/api/v1/search.json?q=%F0%9F%8C%B3%F0%9F%8C%B3");
    expect(reply.status).toBe(200);
    expect(parsed(reply)).toEqual({ query: "🌳🌳", count: 0, results: [] });
  });

  test("every result is a note as the list has it", async () => {
    const list = parsed<NoteList>(await get(LIST));
    const { results } = parsed<SearchResponse>(await get(SEARCH));
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) {
      expect(list.notes).toContainEqual(expect.objectContaining(result));
    }
  });
});

describe("5. Errors", () => {
  test.each([
    ["GET", "/api/v1/search.json", 400, "MissingQuery"],
    ["GET", "/api/v1/search.json?q=+", 400, "MissingQuery"],
    ["GET", `/api/v1/search.json?q=${"a".repeat(257)}`, 400, "OverlongQuery"],
    ["GET", "/%ZZ", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes.json%", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes/%FF.json", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes/%C0%AF.json", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes/%ED%A0%80.json", 400, "UndecodableAddress"],
    ["GET", "/api/v1/search.json?q=%ZZ", 400, "UndecodableAddress"],
    ["GET", "/api/v1/search.json?q=%FF", 400, "UndecodableAddress"],
    ["GET", "/api/v1/search.json?q=100%", 400, "UndecodableAddress"],
    ["GET", "/api/v1/notes/no/such.json", 404, "NoteNotFound"],
    ["GET", "/nothing", 404, "AddressNotFound"],
    ["POST", LIST, 405, "MethodNotAllowed"],
    ["POST", "/%ZZ", 405, "MethodNotAllowed"],
  ])("%s %s is %i, a problem document of type %s", async (method, target, status, name) => {
    const reply = await get(target, { method });
    expect(reply.status).toBe(status);
    expect(problemName(reply)).toBe(name);
  });

  test("over the limit is 429 with Retry-After, a problem document", async () => {
    const reply = await overTheLimit("192.0.2.50");
    expect(reply.status).toBe(429);
    expect(problemName(reply)).toBe("TooManyRequests");
    expect(Number(reply.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  });

  test("the type of a problem is described in the OpenAPI document", async () => {
    const described = parsed<Record<string, unknown>>(await get(OPENAPI));
    const targets = ["/nothing", "/%ZZ", "/api/v1/search.json", "/api/v1/notes/no/such.json"];
    for (const target of targets) {
      const { type } = parsed<ProblemDetails>(await get(target));
      const [address = "", pointer = ""] = type.split("#/");
      expect(address).toBe(OPENAPI);
      expect(at(described, pointer.split("/"))).toBeTypeOf("object");
    }
  });

  test.each([
    "/api/v1/notes/languages/pyton.json",
    "/api/v1/notes/languages/python",
    "/api/v1/notes/terms/data-structures/hash-tabel.json",
    "/api/v1/notes/Languages/Python.json",
    "/api/v1/notes/zzzz/zzzz.json",
  ])("a 404 for a note suggests up to 3 addresses of notes: %s", async (target) => {
    const reply = await get(target);
    const { instance, suggestions } = parsed<ProblemDetails>(reply);
    expect([reply.status, instance, suggestions]).toEqual([404, target, expect.any(Array)]);
    expect(suggestions?.length).toBeLessThanOrEqual(3);
    for (const suggestion of suggestions ?? []) expect((await get(suggestion)).status).toBe(200);
  });

  test.each([
    ["/api/v1/notes/languages/pyton.json", "/languages/pyton"],
    ["/api/v1/notes/languages/python", "/languages/python"],
    ["/api/v1/notes/caf%c3%a9/a.json/b.json", "/café/a.json/b"],
  ])("a 404 for a note says which route none has: %s", async (target, route) => {
    const { detail } = parsed<ProblemDetails>(await get(target));
    expect(detail).toBe(`No note has the route ${route}, at this address.`);
  });

  test("the nearest note is suggested", async () => {
    const reply = await get("/api/v1/notes/languages/pyton.json");
    const { suggestions } = parsed<ProblemDetails>(reply);
    expect(suggestions).toContain("/api/v1/notes/languages/python.json");
  });

  test("a 404 elsewhere names the addresses that exist", async () => {
    const { addresses } = parsed<ProblemDetails>(await get("/api/v2/notes.json"));
    expect(addresses).toEqual([
      "/api/v1/notes.json",
      "/api/v1/notes/{+route}.json",
      "/api/v1/search.json{?q}",
      "/api/v1/openapi.json",
    ]);
  });

  test.each([
    ["/nothing", "/nothing"],
    ["/%6Eothing/%c3%a9", "/nothing/%C3%A9"],
    ["//api/v1/notes.json", undefined],
    ["//evil.example/x", undefined],
    ["/.//evil.example/x", undefined],
  ])(
    "the instance of a 404 for %s is %s: no reference to another host",
    async (target, instance) => {
      const reply = await get(target);
      expect([reply.status, parsed<ProblemDetails>(reply).instance]).toEqual([404, instance]);
    },
  );

  describe("anything unexpected is 500, no internals in the body, the cause in the log", () => {
    const failures: [why: string, assets: () => Response][] = [
      ["the asset store fails", () => new Response("secret stack", { status: 500 })],
      ["the asset store is down", () => new Response(null, { status: 503 })],
      ["the asset store redirects without end", () => redirect(LIST)],
      ["the asset store redirects to nowhere", () => new Response(null, { status: 307 })],
      ["the asset store has it not modified", () => new Response(null, { status: 304 })],
      ["the asset store has no content", () => new Response(null, { status: 204 })],
      [
        "the asset store throws",
        () => {
          throw new Error("secret");
        },
      ],
    ];

    test.each(failures)("%s", async (_why, assets) => {
      const failing = await startService({ assets });
      for (const method of ["GET", "HEAD"]) {
        const reply = await failing.fetch(LIST, { method, client: "198.51.100.77" });
        expect(reply.status).toBe(500);
        expect(reply.body).not.toMatch(/secret|stack|store|Error:|\.ts|\.js\b/);
      }
      expect((await failing.fetch(SEARCH)).status).toBe(200);
      await failing.stop();
      expect(failing.log.length).toBeGreaterThan(0);
      expect(failing.log.join("\n")).not.toContain("198.51.100.77");
    });

    test("an index that the Worker does not read: search only", async () => {
      const index = new TextEncoder().encode("not an index");
      const failing = await startService({ index });
      expect((await failing.fetch(SEARCH)).status).toBe(500);
      expect((await failing.fetch(SEARCH)).status).toBe(500);
      expect((await failing.fetch("/api/v1/search.json")).status).toBe(400);
      expect((await failing.fetch(LIST)).status).toBe(200);
      expect((await failing.fetch(HASH_TABLE)).status).toBe(200);
      const unknown = await failing.fetch("/api/v1/notes/languages/pyton.json");
      expect([unknown.status, parsed<ProblemDetails>(unknown).suggestions]).toEqual([404, []]);
      await failing.stop();
      expect(failing.log.length).toBeGreaterThan(0);
    });
  });

  test("an asset without a strong tag is given one", async () => {
    const tags: (string | undefined)[] = [];
    for (const etag of [undefined, 'W/"weak"']) {
      const headers = etag === undefined ? {} : { ETag: etag };
      const weak = await startService({ assets: () => new Response('{"count":0}', { headers }) });
      const reply = await weak.fetch(LIST);
      expect([reply.status, reply.body]).toEqual([200, '{"count":0}']);
      tags.push(reply.headers.etag);
      await weak.stop();
    }
    expect(tags).toEqual([expect.stringMatching(/^"[0-9a-f]{16}"$/), tags[0]]);
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

  test.each(STATUSES)(
    "CORS, nosniff and resource policy are on a %i (%s %o)",
    async (status, target, options) => {
      const reply = await get(target, options);
      expect(reply.status).toBe(status);
      expectSharedHeaders(reply);
    },
  );

  test("and on a 429", async () => {
    const reply = await overTheLimit("192.0.2.60");
    expect(reply.status).toBe(429);
    expectSharedHeaders(reply);
  });

  test("and on a 500", async () => {
    const failing = await startService({ assets: () => new Response(null, { status: 500 }) });
    const reply = await failing.fetch(LIST);
    await failing.stop();
    expect(reply.status).toBe(500);
    expectSharedHeaders(reply);
  });

  test("Access-Control-Expose-Headers names every header that a script would read", async () => {
    const sent = new Set<string>();
    const replies = [await overTheLimit("192.0.2.61")];
    for (const [, target, options] of STATUSES) replies.push(await get(target, options));
    for (const reply of replies) for (const name of Object.keys(reply.headers)) sent.add(name);
    const exposed = replies[0]?.headers["access-control-expose-headers"]?.toLowerCase().split(", ");
    // What a script reads without being told, and what is for the browser or the connection.
    const rest =
      /^(cache-control|content-type|content-length|access-control-.*|cross-origin-.*|x-content-type-options|connection|keep-alive|date|transfer-encoding)$/;
    expect([...sent].filter((name) => !rest.test(name)).sort()).toEqual(exposed?.toSorted());
  });

  test("X-RateLimit-Limit, X-RateLimit-Remaining, RateLimit-Policy and RateLimit on every endpoint", async () => {
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

  test("on 429, Retry-After in whole seconds from 1 to 60", async () => {
    const { status, headers } = await overTheLimit("192.0.2.63");
    expect([status, headers["x-ratelimit-remaining"]]).toEqual([429, "0"]);
    expect(headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(headers.ratelimit).toBe(`"default";r=0;t=${headers["retry-after"]}`);
  });

  test.each(ENDPOINTS)("success has a strong ETag and a lifetime in caches: %s", async (target) => {
    const { status, headers } = await get(target);
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"[0-9a-z]+"$/);
    expect(headers["cache-control"]).toBe("public, max-age=300");
  });

  test("other bodies have other tags", async () => {
    const tags = new Set<string | undefined>();
    for (const note of notes) tags.add((await get(noteAddress(note.route))).headers.etag);
    for (const q of ["hash", "tree", "Hash"]) {
      tags.add((await get(`/api/v1/search.json?q=${q}`)).headers.etag);
    }
    expect(tags.size).toBe(notes.length + 3);
  });

  describe.each(ENDPOINTS)("If-None-Match is honored: %s", (target) => {
    const ROWS: [status: number, why: string, list: (etag: string) => string][] = [
      [304, "the tag", (etag) => etag],
      [304, "the tag, weak", (etag) => `W/${etag}`],
      [304, "a list with the tag", (etag) => `"other", ${etag}`],
      [304, "a list without spaces", (etag) => `"other",W/${etag},"another"`],
      [304, "an asterisk", () => "*"],
      [200, "another tag", () => '"other"'],
      [200, "the tag without quotes", (etag) => etag.slice(1, -1)],
      [200, "a longer tag", (etag) => `${etag.slice(0, -1)}0"`],
      [200, "nothing", () => ""],
    ];

    test.each(ROWS)("%i: %s", async (status, _why, list) => {
      const plain = await get(target);
      const { etag = "" } = plain.headers;
      for (const method of ["GET", "HEAD"]) {
        const reply = await get(target, { method, headers: { "If-None-Match": list(etag) } });
        expect([reply.status, reply.headers.etag]).toEqual([status, etag]);
        if (status === 304) expect(reply.headers["content-length"]).toBeUndefined();
        if (status === 200 && method === "GET") expect(reply.body).toBe(plain.body);
      }
    });
  });

  test("If-None-Match is honored by an isolate that has answered nothing yet", async () => {
    for (const target of ENDPOINTS) {
      const { etag = "" } = (await get(target)).headers;
      const fresh = await startService();
      const reply = await fresh.fetch(target, { headers: { "If-None-Match": etag } });
      await fresh.stop();
      expect([target, reply.status]).toEqual([target, 304]);
    }
  });

  test.each([
    "/nothing",
    "/api/v1/notes/no/such.json",
    "/%ZZ",
    "/api/v1/search.json",
    "/api/v1/search.json?q=%FF",
  ])("an error is an error whatever If-None-Match says, and is not stored: %s", async (target) => {
    const plain = await get(target);
    const conditional = await get(target, { headers: { "If-None-Match": "*" } });
    expect(plain.status).toBeGreaterThanOrEqual(400);
    expect([conditional.status, conditional.body]).toEqual([plain.status, plain.body]);
    expect(conditional.headers["cache-control"]).toBe("no-store");
  });
});

describe("7. The limit", () => {
  test("61 requests give one 429", async () => {
    const client = "192.0.2.70";
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await get(LIST, { client })).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
  });

  test("all statuses count: 200, 304, 400, 404 and 405", async () => {
    const client = "192.0.2.71";
    const requests: [status: number, target: string, options?: RequestOptions][] = [
      [200, LIST],
      [200, LIST, { method: "HEAD" }],
      [304, LIST, { headers: { "If-None-Match": "*" } }],
      [304, LIST, { headers: { "If-None-Match": "*" }, method: "HEAD" }],
      [400, "/%ZZ"],
      [400, "/api/v1/search.json"],
      [404, "/nothing"],
      [405, LIST, { method: "POST" }],
    ];
    for (const [i, [status, target, options]] of requests.entries()) {
      const reply = await get(target, { ...options, client });
      expect([reply.status, reply.headers["x-ratelimit-remaining"]]).toEqual([
        status,
        String(59 - i),
      ]);
    }
  });

  test("over the limit every address and method is 429, but OPTIONS", async () => {
    const client = "192.0.2.72";
    await overTheLimit(client);
    for (const target of [...ENDPOINTS, "/nothing", "/%ZZ"]) {
      expect((await get(target, { client })).status).toBe(429);
      expect((await get(target, { client, method: "DELETE" })).status).toBe(429);
      expect((await get(target, { client, method: "OPTIONS" })).status).toBe(204);
    }
  });

  test("one address over its limit is no other's matter", async () => {
    await overTheLimit("192.0.2.73");
    expect((await get(LIST, { client: "192.0.2.74" })).status).toBe(200);
  });

  test("nothing that a client can set makes it another client", async () => {
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
      expect([
        name,
        (await get(LIST, { client, headers: { [name]: "203.0.113.9" } })).status,
      ]).toEqual([name, 429]);
    }
    expect((await get(`${LIST}?client=203.0.113.9`, { client })).status).toBe(429);
  });

  test("an IPv6 client is its /64 network", async () => {
    await overTheLimit("2001:db8:0:1::1");
    expect((await get(LIST, { client: "2001:db8:0:1::2" })).status).toBe(429);
    expect((await get(LIST, { client: "2001:DB8::1:ffff:0:0:1" })).status).toBe(429);
    expect((await get(LIST, { client: "2001:db8:0:2::1" })).status).toBe(200);
  });

  test("requests without an address, and with malformed ones, are one client", async () => {
    const { headers } = await get(LIST, { client: null });
    const left = Number(headers["x-ratelimit-remaining"]);
    for (const [i, client] of ["unknown", "1.2.3.4.5", "fe80::1%eth0", null].entries()) {
      const reply = await get(LIST, { client });
      expect([reply.status, reply.headers["x-ratelimit-remaining"]]).toEqual([
        200,
        String(left - 1 - i),
      ]);
    }
  });

  test("limit and window are variables", async () => {
    const vars = { RATE_LIMIT_REQUESTS: "2", RATE_LIMIT_WINDOW_SECONDS: 3600 };
    const strict = await startService({ vars });
    const client = "192.0.2.76";
    const replies: Reply[] = [];
    for (let i = 0; i < 3; i++) replies.push(await strict.fetch(LIST, { client }));
    await strict.stop();
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 429]);
    expect(replies[2]?.headers).toMatchObject({
      "x-ratelimit-limit": "2",
      "ratelimit-policy": '"default";q=2;w=3600',
      "retry-after": expect.stringMatching(/^3(600|5\d\d)$/),
    });
  });

  test("a malformed variable is reported once, and 60 stands", async () => {
    const lenient = await startService({ vars: { RATE_LIMIT_REQUESTS: "many" } });
    for (let i = 0; i < 3; i++) {
      expect((await lenient.fetch(LIST)).headers["x-ratelimit-limit"]).toBe("60");
    }
    await lenient.stop();
    expect(lenient.log).toEqual([expect.stringContaining("RATE_LIMIT_REQUESTS must be")]);
  });

  test("nothing is logged of ordinary requests, over the limit or not", async () => {
    expect(service.log).toEqual([]);
  });
});

describe("8. Versions", () => {
  test("all addresses are under /api/v1/", async () => {
    const { paths } = parsed<{ paths: Record<string, unknown> }>(await get(OPENAPI));
    for (const path of Object.keys(paths)) expect(path).toMatch(/^\/api\/v1\//);
  });

  test.each(["/api/v2/notes.json", "/api/notes.json", "/notes.json", "/api/v1.0/notes.json"])(
    "no other version answers: %s",
    async (target) => {
      expect((await get(target)).status).toBe(404);
    },
  );
});

function get(target: string, options?: RequestOptions): Promise<Reply> {
  return service.fetch(target, options);
}

/** The first refused reply to a client. */
async function overTheLimit(client: string): Promise<Reply> {
  for (let i = 0; i < 60; i++) await get("/api/v1/search.json", { client });
  return get(LIST, { client });
}

function parsed<T>(reply: Reply): T {
  return JSON.parse(reply.body);
}

function problemName(reply: Reply): string | undefined {
  return parsed<ProblemDetails>(reply).type.split("/").at(-1);
}

function redirect(location: string): Response {
  return new Response(null, { status: 307, headers: { Location: location } });
}

/** The value at the end of a path of names. */
function at(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined || typeof value !== "object" || value === null) return value;
  return at(Object.entries(value).find(([key]) => key === name)?.[1], rest);
}

/** Ways to write a note's address without its own encoding. */
function spellings(route: string): string[] {
  const written = `/api/v1/notes${route}.json`;
  const encoded = written.replace(/[^/]/gu, (character) =>
    Buffer.from(character).toString("hex").replace(/../g, "%$&"),
  );
  return [written.normalize("NFC"), written.normalize("NFD"), encoded];
}

/** Headers that do not differ from one request to the next. */
function lasting({ headers }: Reply): Reply["headers"] {
  const changing = [
    "date",
    "x-ratelimit-remaining",
    "ratelimit",
    "content-length",
    "transfer-encoding",
  ];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)));
}

/** The names of the order that the object has. */
function within(order: readonly string[], object: object): string[] {
  return order.filter((name) => name in object);
}

function expectSharedHeaders({ headers }: Reply): void {
  expect(headers).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": expect.stringContaining("X-RateLimit-Remaining"),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
}
