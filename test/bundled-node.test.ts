import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "./build/vault.ts";

const ROOT = join(import.meta.dirname, "..");

test("npm installs no package that brings a Node where the system's is new enough", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const { "scripts/bundled-node": bundle, ...others } = packages;
  expect([bundle.optional, bundle.engines]).toEqual([true, { node: "<22.18" }]);
  const names = Object.keys(bundle.optionalDependencies);
  for (const [path, { bin }] of Object.entries<{ bin?: { node?: string } }>(others)) {
    if (bin?.node !== undefined) expect(names).toContain(path.replace("node_modules/", ""));
  }
  // They come with the bundle alone, and so not without it.
  for (const { dependencies, devDependencies, optionalDependencies } of Object.values<
    Record<string, object | undefined>
  >(others)) {
    const needed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(needed.filter((name) => names.includes(name))).toEqual([]);
  }
});

// On Alpine, for example, the bundled Node is installed but does not run. On Windows it runs wherever npm
// installs it, so cmd never reaches `sh`, which it does not have.
test.skipIf(process.platform === "win32").each([
  { exit: 127, stays: false },
  { exit: 0, stays: true },
])("a bundled Node that exits with $exit is kept after installation: $stays", ({ exit, stays }) => {
  const folder = newFolder();
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "node"), `#!/bin/sh\nexit ${exit}\n`, { mode: 0o755 });
  symlinkSync(join(ROOT, "scripts"), join(folder, "scripts"));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const said = execFileSync("/bin/sh", ["-c", scripts.prepare], { cwd: folder, env });
  expect([existsSync(join(bin, "node")), /removed/.test(`${said}`)]).toEqual([stays, !stays]);
});
