// Stands in for npm and npx in rehearsals: installs symbolic links, and runs what they would run, with the
// installed commands first in the PATH.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

const INSTALLED = join(import.meta.dirname, "../../node_modules");
const [command, ...args] = process.argv.slice(2);

if (command === "npx") run(args.join(" "));
else if (args[0] === "ci") install(args.includes("--omit=dev"));
else if (args[0] === "test") process.stdout.write("The tests pass.\n");
else if (args[0] === "run") runScript(args.slice(1));
else throw new Error(`npm ${args.join(" ")} is not rehearsed`);

/** Links to all installed packages, or to all except development dependencies. */
function install(isPublishing: boolean): void {
  if (args.includes("--prefix")) return;
  if (!isPublishing) {
    symlinkSync(INSTALLED, "node_modules");
    return;
  }
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const there = readdirSync(INSTALLED);
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const name = /^node_modules\/([^/]+(?:\/[^/]+)?)$/.exec(path)?.[1];
    if (dev || name === undefined || !there.includes(name.split("/")[0] ?? "")) continue;
    mkdirSync(dirname(join("node_modules", name)), { recursive: true });
    symlinkSync(join(INSTALLED, name), join("node_modules", name));
  }
  mkdirSync("node_modules/.bin", { recursive: true });
}

function runScript([name = "", ...more]: readonly string[]): void {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  run([scripts[name], ...more.slice(1)].join(" "));
}

function run(line: string): void {
  const path = `${join(process.cwd(), "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path };
  process.exitCode = spawnSync("bash", ["-c", line], { stdio: "inherit", env }).status ?? 1;
}
