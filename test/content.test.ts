import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Whether they are the included notes or others, the notes in `content/` must follow their own rules. */
test("npm run check finds no errors in the notes in content/", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/commands/build.ts", "--check", "--quiet"],
    { cwd: join(import.meta.dirname, ".."), encoding: "utf8" },
  );
  expect(status, `${stdout}${stderr}`).toBe(0);
});
