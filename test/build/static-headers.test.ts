import { expect, onTestFinished, test } from "vitest";
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
