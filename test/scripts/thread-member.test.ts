import { once } from "node:events";
import { writeFileSync } from "node:fs";
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
import { vault } from "./vault.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function jobIn(contentDir: string) {
  const { config } = await readConfig(contentDir);
  return { contentDir, config, severities: severities("lenient"), keptBytes: 0 };
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
