import { expect, onTestFinished, test } from "vitest";
import { staticHeaders } from "../../scripts/output/static-headers.ts";
import { startService } from "../worker/service.ts";

test("_headers is one rule: an address pattern, and a header a line under it", () => {
  expect(staticHeaders()).toBe(
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
  for (const line of staticHeaders().trim().split("\n").slice(1)) {
    const [, name = "", value = ""] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    expect(headers[name.toLowerCase()], name).toContain(value);
  }
});
