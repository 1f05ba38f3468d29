import { Response } from "miniflare";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "./service.ts";

const LIST = "/api/v1/notes.json";
const NOTE = "/api/v1/notes/terms/data-structures/hash-table.json";
const SEARCH = "/api/v1/search.json?q=hash+table";
const TARGETS = [LIST, NOTE, SEARCH, "/api/v1/openapi.json"];

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

test.each(TARGETS)("%s is the same whoever asks, and however often", async (target) => {
  const first = await service.fetch(target);
  for (let i = 0; i < 3; i++) {
    const again = await service.fetch(target);
    expect([again.status, again.body, again.headers.etag]).toEqual([
      200,
      first.body,
      first.headers.etag,
    ]);
  }
  const head = await service.fetch(target, { method: "HEAD" });
  expect([head.status, head.body]).toEqual([200, ""]);
  expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(first.body)));
});

/** A service whose asset store has this body at every address, and how often the store was asked. */
async function storing(body: string): Promise<{ stored: Service; asked: () => number }> {
  let asked = 0;
  const stored = await startService({
    assets: () => {
      asked++;
      return new Response(body, { headers: { ETag: '"1"' } });
    },
  });
  onTestFinished(() => stored.stop());
  return { stored, asked: () => asked };
}

const MOST = 64 * 1024;

const TIMES: [what: string, length: number, counts: number[]][] = [
  ["a small file is asked of the store twice", 1000, [1, 2, 2, 2, 2]],
  ["and so is one of 64 KiB", MOST, [1, 2, 2, 2, 2]],
  // The second time it is found to be large, and asked for once more.
  ["a larger one is always asked of the store", MOST + 1, [1, 3, 4, 5, 6]],
];

test.each(TIMES)("%s", async (_, length, counts) => {
  const file = JSON.stringify("a".repeat(length - 2));
  const { stored, asked } = await storing(file);
  const seen: number[] = [];
  for (let i = 0; i < counts.length; i++) {
    const reply = await stored.fetch(NOTE);
    expect([reply.status, reply.headers.etag, reply.body === file]).toEqual([200, '"1"', true]);
    seen.push(asked());
  }
  expect(seen).toEqual(counts);
});

test.each(TIMES)("%s, also by HEAD alone", async (_, length, counts) => {
  const { stored, asked } = await storing(JSON.stringify("a".repeat(length - 2)));
  const seen: number[] = [];
  for (let i = 0; i < counts.length; i++) {
    const { status, headers } = await stored.fetch(NOTE, { method: "HEAD" });
    expect([status, headers["content-length"]]).toEqual([200, String(length)]);
    seen.push(asked());
  }
  expect(seen).toEqual(counts);
});

test("a file that is held is answered to HEAD and to who has a copy", async () => {
  const { stored, asked } = await storing("{}");
  for (let i = 0; i < 2; i++) await stored.fetch(NOTE);
  const head = await stored.fetch(NOTE, { method: "HEAD" });
  expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, "", "2"]);
  const copy = await stored.fetch(NOTE, { headers: { "If-None-Match": '"1"' } });
  expect([copy.status, copy.headers.etag, copy.body]).toEqual([304, '"1"', ""]);
  expect(asked()).toBe(2);
});

test("a search that was asked before is no other search", async () => {
  const queries = ["tree", "trees", "Tree", "tree ", "binary tree"];
  const ask = async (query: string) => {
    const { body } = await service.fetch(
      `/api/v1/search.json?${new URLSearchParams({ q: query })}`,
    );
    return JSON.parse(body).query;
  };
  for (let i = 0; i < 2; i++) {
    for (const query of queries) expect(await ask(query)).toBe(query.trim());
  }
});

test("an address that was answered before is not answered to who writes to it", async () => {
  for (const target of TARGETS) {
    await service.fetch(target);
    expect((await service.fetch(target, { method: "POST" })).status).toBe(405);
    expect((await service.fetch(target, { method: "OPTIONS" })).status).toBe(204);
  }
});

test("what was answered before counts against the limit", async () => {
  const client = "192.0.2.80";
  for (let left = 59; left >= 0; left--) {
    const { headers } = await service.fetch(SEARCH, { client });
    expect(headers["x-ratelimit-remaining"]).toBe(String(left));
  }
  expect((await service.fetch(SEARCH, { client })).status).toBe(429);
});

test("everybody is told of their own copy and their own allowance, all asking at once", async () => {
  const etags = await Promise.all(
    TARGETS.map(async (target) => (await service.fetch(target)).headers.etag ?? ""),
  );
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const client = `192.0.2.${100 + i}`;
      for (let n = 0; n < 8; n++) {
        const k = (i + n) % TARGETS.length;
        const headers = { "If-None-Match": etags[k]! };
        const reply = await service.fetch(TARGETS[k]!, { client, headers });
        expect([reply.status, reply.headers.etag]).toEqual([304, etags[k]]);
        expect(reply.headers["x-ratelimit-remaining"]).toBe(String(59 - n));
      }
    }),
  );
});
