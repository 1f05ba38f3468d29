import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headersFile } from "../../scripts/output/dist-files.ts";
import { type Service, startService } from "../worker/service.ts";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

test("_headers is one rule, with headers that the Worker sends, too", async () => {
  const { headers } = await service.fetch("/api/v1/notes.json");
  const [pattern, ...lines] = Buffer.from(headersFile().bytes).toString().trimEnd().split("\n");
  expect([pattern, lines.length]).toEqual(["/api/v1/*", 6]);
  for (const line of lines) {
    const [, name = "", value = ""] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    expect(headers[name.toLowerCase()], name).toContain(value);
  }
});

test("_redirects sends clients of a static host where the Worker does", async () => {
  const lines = readFileSync(join(inject("bundle").folder, "dist/_redirects"), "utf8")
    .trim()
    .split("\n");
  expect(lines).toHaveLength(1);
  for (const line of lines) {
    const [from = "", to, status] = line.split(" ");
    const reply = await service.fetch(from);
    expect([String(reply.status), reply.headers.location]).toEqual([status, to]);
  }
});
