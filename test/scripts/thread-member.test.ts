import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "../../scripts/collections/read-config.ts";
import { ContentError } from "../../scripts/content/content-error.ts";
import { TakeTurns } from "../../scripts/crew/take-turns.ts";
import { threadMember } from "../../scripts/crew/thread-member.ts";
import { placeFiles } from "../../scripts/notes/place-files.ts";
import { severities } from "../../scripts/problems/severities.ts";
import { toLinkTables } from "../../scripts/wikilinks/link-tables.ts";
import type { Route } from "../../worker/contract/route.ts";
import { vault } from "./vault.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function jobIn(contentDir: string, keptBytes = 0) {
  const { config } = await readConfig(contentDir);
  return { contentDir, config, severities: severities("lenient"), keptBytes };
}

test("a thread that cannot start refuses all that is asked of it, and says why", async () => {
  const { contentDir } = vault({ "a.md": "Text.\n" });
  vi.stubEnv("NODE_OPTIONS", "--require=/no/such/file.cjs");
  const member = threadMember(await jobIn(contentDir));
  // One that fails in the same way, later: by then nobody has asked for anything.
  await expect(once(new Worker("", { eval: true, env: process.env }), "exit")).rejects.toThrow();
  for (let times = 0; times < 2; times++) {
    await expect(
      member.parse([{ file: "a.md" }], new TakeTurns(), () => undefined),
    ).rejects.toThrow("A thread of the build failed: Cannot find module '/no/such/file.cjs'");
  }
  await member.end();
});

test("what a thread says of the content is told as what it is", async () => {
  const { contentDir } = vault({ "a.md": "Text.\n" });
  const job = await jobIn(contentDir);
  const member = threadMember(job);
  await member.parse([{ file: "a.md" }], new TakeTurns(), () => undefined);
  writeFileSync(join(contentDir, "a.md"), "Another text.\n");
  const { route } = placeFiles(["a.md"], job.config).placed[0]!;
  const target = { file: "a.md", route: route!, title: "a", aliases: [], headings: "[]" };
  const task = { ...toLinkTables([target]), wanted: Uint8Array.of(1), place: undefined };
  await expect(member.link(task, new TakeTurns())).rejects.toThrow(
    new ContentError("a.md was changed while it was read. Build again."),
  );
  await expect(member.link(task, new TakeTurns())).rejects.toBeInstanceOf(ContentError);
  await member.end();
});

test.each([0, 1024])("a thread with room for %i bytes of texts writes its notes", async (room) => {
  const { contentDir, outDir } = vault({ "a.md": "\ufeff---\ntitle: Ä\n---\nÜ 🌳 [[ä|Ö]]\r\n" });
  const job = await jobIn(contentDir, room);
  const member = threadMember(job);
  await member.parse([{ file: "a.md" }], new TakeTurns(), () => undefined);
  // What is kept is not read again.
  if (room > 0) rmSync(join(contentDir, "a.md"));
  const target = { file: "a.md", route: "/a" as Route, title: "Ä", aliases: [], headings: "[]" };
  const place = { staging: outDir, out: undefined };
  const task = { ...toLinkTables([target]), wanted: Uint8Array.of(1), place };
  const { resolved } = await member.link(task, new TakeTurns());
  await member.end();
  expect(resolved).toBe(1);
  expect(JSON.parse(readFileSync(join(outDir, "api/v1/notes/a.json"), "utf8"))).toMatchObject({
    title: "Ä",
    markdown: "Ü 🌳 [Ö](/a)\r\n",
  });
});
