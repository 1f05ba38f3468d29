import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchFolder } from "../../scripts/watch-folder.ts";
import { vault } from "./vault.ts";

/** Watches the notes of a vault; `names` are what was told and not yet taken. */
function watched() {
  const { contentDir } = vault({ "a.md": "A." });
  const names: (string | null)[] = [];
  const watcher = watchFolder(contentDir, (name) => names.push(name));
  onTestFinished(() => watcher[Symbol.dispose]());
  return { contentDir, names };
}

test.each([
  ["renamed", (folder: string) => renameSync(folder, `${folder}.away`)],
  ["deleted", (folder: string) => rmSync(folder, { recursive: true })],
])("a folder that is %s and there again is watched on", async (_, takeAway) => {
  const { contentDir, names } = watched();
  takeAway(contentDir);
  await expect.poll(() => names).toContain(null);
  names.length = 0;
  mkdirSync(contentDir);
  await expect.poll(() => names).toContain(null);
  writeFileSync(join(contentDir, "b.md"), "B.");
  await expect.poll(() => names).toContain("b.md");
});
