import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { headersFile } from "../../scripts/output/emit.ts";
import { startService } from "../worker/service.ts";

const text = Buffer.from(headersFile().bytes).toString();

test("_headers is one rule: an address pattern, then one header per line", () => {
  expect(text).toBe(
    [
      "/api/v1/*",
      "  Content-Type: application/json",
      "  Cache-Control: public, max-age=300",
      "  Access-Control-Allow-Origin: *",
      "  Cross-Origin-Resource-Policy: cross-origin",
      "  X-Content-Type-Options: nosniff",
      "  Access-Control-Expose-Headers: ETag",
      "",
    ].join("\n"),
  );
});

test("a static host sends the same headers as the Worker", async () => {
  const service = await startService();
  onTestFinished(service.stop);
  const { headers } = await service.fetch("/api/v1/notes.json");
  for (const line of text.trim().split("\n").slice(1)) {
    const [, name = "", value = ""] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    expect(headers[name.toLowerCase()], name).toContain(value);
  }
});

test("_redirects sends clients of a static host where the Worker does", async () => {
  const service = await startService();
  onTestFinished(service.stop);
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
