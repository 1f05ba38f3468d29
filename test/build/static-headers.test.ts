import { expect, onTestFinished, test } from "vitest";
import { headersFile } from "../../scripts/output/emit.ts";
import { startService } from "../worker/service.ts";

const text = Buffer.from(headersFile().bytes).toString();

test("_headers is one rule: an address pattern, and a header a line under it", () => {
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

test("what a static host is told is what the Worker answers", async () => {
  const service = await startService();
  onTestFinished(service.stop);
  const { headers } = await service.fetch("/api/v1/notes.json");
  for (const line of text.trim().split("\n").slice(1)) {
    const [, name = "", value = ""] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    expect(headers[name.toLowerCase()], name).toContain(value);
  }
});
