import { Response } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "./service.ts";

const NOTE = "/api/v1/notes/terms/data-structures/hash-table.json";

test("where files are live, each answer is the file as it is now, under its own tag", async () => {
  let file = "";
  const service = await startService({
    vars: { LIVE_FILES: "true" },
    // As wrangler's store does, which takes no notice of a file that takes the place of another.
    assets: () => new Response(file, { headers: { ETag: '"1"' } }),
  });
  onTestFinished(() => service.stop());
  const tags = new Set<string>();
  for (file of ["{}", "[]", "[1]", "[1, 2]"]) {
    for (const method of ["GET", "HEAD", "GET"]) {
      const reply = await service.fetch(NOTE, { method });
      expect([reply.status, reply.body]).toEqual([200, method === "GET" ? file : ""]);
      const { etag = "" } = reply.headers;
      tags.add(etag);
      const copy = await service.fetch(NOTE, { method, headers: { "If-None-Match": etag } });
      expect([copy.status, copy.headers.etag]).toEqual([304, etag]);
    }
    const stale = [...tags].slice(0, -1).join(", ") || '"1"';
    const fresh = await service.fetch(NOTE, { headers: { "If-None-Match": stale } });
    expect([fresh.status, fresh.body]).toEqual([200, file]);
  }
  expect(tags.size).toBe(4);
});
