import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchFolder } from "../../scripts/commands/watch-folder.ts";
import { outputFilter } from "../../scripts/output/write.ts";
import { vault } from "./vault.ts";

test.each([
  ["renamed", (folder: string) => renameSync(folder, `${folder}.away`)],
  ["deleted", (folder: string) => rmSync(folder, { recursive: true })],
])("a folder that is %s and created again is still watched", async (_, takeAway) => {
  const { contentDir } = vault({ "a.md": "A." });
  let changes = 0;
  const close = watchFolder(
    contentDir,
    () => false,
    () => changes++,
  );
  onTestFinished(() => close());
  const isTold = async (change: () => void) => {
    changes = 0;
    change();
    await expect.poll(() => changes).toBeGreaterThan(0);
  };
  await isTold(() => takeAway(contentDir));
  await isTold(() => mkdirSync(contentDir));
  await isTold(() => writeFileSync(join(contentDir, "b.md"), "B."));
});

test("hidden files but settings, and what a build writes beside the notes, do not count as changes", async () => {
  const { contentDir } = vault({
    "a.md": "A.",
    "dist/x.json": "{}",
    ".dist.lock/build": "",
    ".obsidian/x.json": "{}",
  });
  const names = new Set<string | null>();
  const close = watchFolder(contentDir, outputFilter(contentDir, `${contentDir}/dist`), (name) =>
    names.add(name),
  );
  onTestFinished(() => close());
  const ignored = ["dist/x.json", ".dist.lock/build", ".dist.new", ".obsidian/x.json"];
  for (const file of [...ignored, ".obsidian/templates.json", "b.md"]) {
    writeFileSync(join(contentDir, file), "New.");
  }
  // Changes are reported in order.
  await expect.poll(() => [...names]).toEqual([".obsidian/templates.json", "b.md"]);
});
