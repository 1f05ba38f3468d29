import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Whatever notes are in `content/`, shipped ones or others, they are held to their own rules. */
test("npm run check finds nothing wrong with the notes in content/", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/build.ts", "--check", "--quiet"],
    { cwd: join(import.meta.dirname, ".."), encoding: "utf8" },
  );
  expect(status, `${stdout}${stderr}`).toBe(0);
});
