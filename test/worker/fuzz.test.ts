import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ODD_HEADER_VALUES } from "../edge/odd-header-values.ts";
import { type Service, startService } from "./service.ts";

// Seeded: a failure is the same failure on every machine, and fast-check prints how to repeat it.
const SEED = 20261101;
const AT_ONCE = 8;
const ROUNDS = 400;

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const hexDigit = fc.constantFrom(..."0123456789abcdefABCDEF");
const octet = fc.tuple(hexDigit, hexDigit).map(([a, b]) => `%${a}${b}`);
const anyCharacter = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
const piece = fc.oneof(
  fc.constantFrom("api", "v1", "v2", "notes", "notes.json", "search.json", "openapi.json", "terms"),
  fc.constantFrom(
    "languages",
    "c%2B%2B",
    "c++",
    "python",
    ".json",
    "hash-table",
    "data-structures",
  ),
  fc.constantFrom("..", ".", "%2e%2E", "", "%2F", "%5C", "%00", "%0d%0a", "%ZZ", "%", "%C3", "%FF"),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    ":route+",
    "*",
    "$&",
    "(a+)+$",
    "<script>",
  ),
  octet,
  anyCharacter,
  fc.string({ unit: "grapheme-ascii", maxLength: 8 }).map(encodeURIComponent),
);
const segment = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(""));
const path = fc.oneof(
  fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`),
  fc.array(segment, { maxLength: 4 }).map((segments) => `/api/v1/notes/${segments.join("/")}.json`),
  fc.constantFrom("/api/v1/notes.json", "/api/v1/search.json", "/api/v1/openapi.json"),
  piece.map((text) => `/api/v1/notes/languages/${text.repeat(60)}.json`),
);

const word = fc.oneof(
  fc.constantFrom(
    "hash",
    "tabel",
    "c++",
    "c%23",
    ".NET",
    "O(n+log+n)",
    "the",
    "node.js",
    "%E6%9C%A8",
  ),
  fc.string({ unit: "binary", maxLength: 12 }).map(encoded),
  fc.string({ unit: "grapheme", maxLength: 12 }).map(encoded),
  fc.constantFrom("%ZZ", "%", "%F0%9F", "%ED%A0%80", "%00", "%EF%BF%BF", "%E2%80%8D", "\u{1f333}"),
  fc.tuple(piece, fc.integer({ min: 1, max: 300 })).map(([text, times]) => text.repeat(times)),
);
const parameter = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => `q=${words.join("+")}`) },
  { weight: 1, arbitrary: fc.tuple(piece, word).map(([name, value]) => `${name}=${value}`) },
  { weight: 1, arbitrary: fc.constantFrom("q", "q=", "=", "&", "%71=hash", "q[]=a", "Q=a") },
);
const query = fc.array(parameter, { maxLength: 3 }).map((list) => list.join("&"));
const target = fc
  .oneof(
    { weight: 2, arbitrary: fc.tuple(path, query).map(([p, q]) => (q === "" ? p : `${p}?${q}`)) },
    { weight: 1, arbitrary: query.map((q) => `/api/v1/search.json?${q}`) },
  )
  .map(sendable);

const headerValue = fc.oneof(
  fc.constantFrom(...ODD_HEADER_VALUES),
  fc.string({ unit: "grapheme-ascii", maxLength: 200 }),
);
const headerName = fc.constantFrom(
  "If-None-Match",
  "If-Match",
  "If-Modified-Since",
  "Range",
  "If-Range",
  "Accept",
  "Accept-Encoding",
  "Origin",
  "Access-Control-Request-Method",
  "Access-Control-Request-Headers",
  "X-HTTP-Method-Override",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Original-URL",
  "CF-Connecting-IP",
  "Cookie",
  "Authorization",
  "Content-Type",
);
const headers = fc.dictionary(headerName, headerValue, { maxKeys: 4 });
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constantFrom("HEAD", "OPTIONS") },
  { weight: 1, arbitrary: fc.constantFrom("POST", "PUT", "DELETE", "PATCH", "PROPFIND", "QUERY") },
);
const request = fc.record({ target, method, headers });

// Everything else that a reply has to be is checked of every reply by the service.
test("whatever is asked, the reply is of the contract, and never a 5xx", async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (requests) => {
        const replies = requests.map(({ target, ...options }) => service.fetch(target, options));
        for (const { status } of await Promise.all(replies)) {
          expect(status).toBeLessThan(500);
          statuses.add(status);
        }
      },
    ),
    { seed: SEED, numRuns: ROUNDS },
  );
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 204, 304, 400, 404, 405]));
  expect(service.log).toEqual([]);
});

test("a valid query is echoed as it was meant", async () => {
  const text = fc
    .string({ unit: "binary", minLength: 1, maxLength: 60 })
    .filter((t) => t.trim() !== "");
  await fc.assert(
    fc.asyncProperty(text, async (asked) => {
      const reply = await service.fetch(`/api/v1/search.json?${new URLSearchParams({ q: asked })}`);
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.body).query).toBe(asked.trim());
    }),
    { seed: SEED, numRuns: 500 },
  );
});

function encoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** Without what the HTTP parser of the runtime refuses before the Worker is asked. */
function sendable(text: string): string {
  return text.replace(/[\0-\x20\x7f#"<>`]/g, "");
}
