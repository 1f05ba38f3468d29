import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Response } from "miniflare";
import { expect, inject, onTestFinished, test } from "vitest";
import { Workerd } from "../edge/workerd.ts";
import { workerdConfig } from "../edge/workerd-config.ts";
import { writeAssetStore } from "../edge/write-asset-store.ts";
import { startService } from "./service.ts";

const LIST = "/api/v1/notes.json";
const CHUNK = 2 ** 16;
const MEBIBYTE = 2 ** 20;

test.each([2, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, MEBIBYTE + 3])(
  "HEAD says how long a file is: %i bytes",
  async (length) => {
    const file = JSON.stringify("a".repeat(length - 2));
    const service = await startService({
      assets: () => new Response(file, { headers: { ETag: '"1"' } }),
    });
    onTestFinished(() => service.stop());
    const { status, headers } = await service.fetch(LIST, { method: "HEAD" });
    expect([status, headers["content-length"]]).toEqual([200, String(length)]);
  },
);

test.skipIf(process.platform !== "linux")(
  "many who ask by HEAD for the largest file that is stored take no memory for it",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "head-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const bytes = Buffer.from(JSON.stringify("a".repeat(25 * MEBIBYTE - 2)));
    writeAssetStore(folder, [{ path: LIST.slice(1), bytes }]);
    const bundle = inject("bundle");
    const config = workerdConfig({
      modules: join(bundle.folder, "bundle"),
      compatibilityDate: bundle.settings.compatibilityDate,
      vars: bundle.settings.vars,
      store: folder,
    });
    const workerd = await Workerd.start(config, folder);
    onTestFinished(() => workerd.stop());
    const before = workerd.memory.now;
    const lengths = Array.from({ length: 12 }, async () => {
      const address = `http://127.0.0.1:${workerd.port}${LIST}`;
      const { headers } = await fetch(address, { method: "HEAD" });
      return Number(headers.get("Content-Length"));
    });
    expect(new Set(await Promise.all(lengths))).toEqual(new Set([25 * MEBIBYTE]));
    expect(workerd.memory.peak - before).toBeLessThan(128);
  },
);
