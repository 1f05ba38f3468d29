import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ApiDescription } from "./api-description.ts";
import type { Reply } from "./reply.ts";
import { type Service, startService } from "./service.ts";

const SEARCH = "/api/v1/search.json?q=hash";
const NOTE = "/api/v1/notes/terms/data-structures/hash-table.json";

const description = new ApiDescription(join(inject("bundle").folder, "dist/api/v1/openapi.json"));
let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const ROWS: [target: string, why: string, tampered: (reply: Reply) => Partial<Reply>][] = [
  [SEARCH, "a status that is not described", () => ({ status: 418 })],
  [SEARCH, "no ETag", ({ headers }) => ({ headers: { ...headers, etag: undefined } })],
  [SEARCH, "a count in words", ({ headers }) => header(headers, "x-ratelimit-remaining", "many")],
  [SEARCH, "an unexpected Retry-After", ({ headers }) => header(headers, "retry-after", "1")],
  [SEARCH, "another content type", ({ headers }) => header(headers, "content-type", "text/plain")],
  [
    SEARCH,
    "CORS for one origin",
    ({ headers }) => header(headers, "access-control-allow-origin", "x"),
  ],
  [SEARCH, "a body without results", () => ({ body: '{"query":"hash","count":0}' })],
  [SEARCH, "a body of another address", () => ({ target: "/api/v1/notes.json" })],
  [NOTE, "a note without its body", () => ({ body: '{"route":"/a/b","title":"B"}' })],
  [NOTE, "null", ({ body }) => ({ body: body.replace(/"summary":"[^"]*"/, '"summary":null') })],
  [NOTE, "a body for a 304", () => ({ status: 304 })],
  [
    "/nothing",
    "an error without its title",
    ({ body }) => ({ body: body.replace("title", "Title") }),
  ],
  ["/nothing", "another status", () => ({ status: 200 })],
];

test.each(ROWS)("%s: %s is a fault", async (target, _why, tampered) => {
  const reply = await service.fetch(target);
  expect(description.faults(reply)).toEqual([]);
  expect(description.faults({ ...reply, ...tampered(reply) })).not.toEqual([]);
});

function header(headers: Reply["headers"], name: string, value: string): Partial<Reply> {
  return { headers: { ...headers, [name]: value } };
}
