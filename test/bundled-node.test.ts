import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test("the job that publishes installs no package that bundles Node", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const bringing = Object.entries<{ bin?: { node?: string }; dev?: boolean }>(packages).filter(
    ([, { bin }]) => bin?.node !== undefined,
  );
  expect(bringing.length).toBeGreaterThan(0);
  for (const [path, { dev }] of bringing) expect(dev, path).toBe(true);
});

// On Alpine, for example, the bundled Node is installed but does not run. On Windows it runs wherever npm
// installs it, so cmd never reaches `rm`, which it does not have.
test.skipIf(process.platform === "win32").each([
  { exit: 127, stays: false },
  { exit: 0, stays: true },
])("a bundled Node that exits with $exit is kept after installation: $stays", ({ exit, stays }) => {
  const folder = mkdtempSync(join(tmpdir(), "bundled-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "node"), `#!/bin/sh\nexit ${exit}\n`, { mode: 0o755 });
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  execFileSync("/bin/sh", ["-c", scripts.prepare], { cwd: folder, env, stdio: "pipe" });
  expect(existsSync(join(bin, "node"))).toBe(stays);
});
