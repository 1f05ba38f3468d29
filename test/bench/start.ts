/** How long after a note is written does `npm start` serve it? From the write to the first new answer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Digests } from "../../worker/contract/note.ts";
import { markdownTable, median } from "./tables.ts";

const USAGE = `Usage: npm run bench -- start --content DIR [--changes N] [--dir DIR]

  --content DIR   the notes, of which a copy is served
  --changes N     notes that are changed, one after the other (default: 9)
  --dir DIR       where everything is made (default: the system's folder for temporary files)
`;
const ROOT = join(import.meta.dirname, "../..");
/** Between changes: the server is at rest again. */
const PAUSE_MS = 1000;
const POLL_MS = 2;

async function run(content: string, changes: number, dir: string): Promise<void> {
  const root = mkdtempSync(join(dir, "bench-start-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  for (const name of ["worker", "wrangler.toml", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  cpSync(content, join(root, "content"), { recursive: true });
  const flags = ["--port", "0", "--inspector-port", "0", "--var", "RATE_LIMIT_REQUESTS:1000000"];
  const script = join(ROOT, "scripts/start.ts");
  const child = spawn(process.execPath, [script, ...flags], { cwd: root });
  const origin = await new Promise<string>((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const ready = /Ready on (http:\/\/\S+:\d+)/.exec(said)?.[1];
        if (ready !== undefined) resolve(ready);
      });
    }
    child.once("exit", () => reject(new Error(`npm start ended: ${said.slice(-2000)}`)));
  });
  const ask = async (route: string) => (await fetch(`${origin}/api/v1/notes${route}.json`)).text();
  const answer = await fetch(`${origin}/api/v1/digests.json`);
  const { digests } = (await answer.json()) as Digests;
  const files = readdirSync(join(root, "content"), { recursive: true, encoding: "utf8" });
  const byRoute = new Map(
    files.map((file) => [`/${file.replace(/\.md$/, "").toLowerCase()}`, file]),
  );
  // Those that are called as their files.
  const routes = Object.keys(digests).filter((route) => byRoute.has(route));
  const seconds: number[] = [];
  for (let i = 0; i < changes; i++) {
    await setTimeout(PAUSE_MS);
    const route = routes[Math.floor((routes.length * (i + 0.5)) / changes)]!;
    const before = await ask(route);
    const written = performance.now();
    appendFileSync(join(root, "content", byRoute.get(route)!), "\nOne more line.\n");
    while ((await ask(route)) === before) await setTimeout(POLL_MS);
    seconds.push((performance.now() - written) / 1000);
  }
  const figures = [Math.min(...seconds), median(seconds), Math.max(...seconds)];
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}.\n`);
  const row = [
    Object.keys(digests).length.toLocaleString("en"),
    ...figures.map((each) => each.toFixed(2)),
  ];
  console.log(markdownTable(["Notes", "Least seconds", "Median", "Most"], [row]));
  child.kill();
  await once(child, "exit");
}

const { values } = parseArgs({
  options: {
    content: { type: "string" },
    changes: { type: "string", default: "9" },
    dir: { type: "string", default: tmpdir() },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.content === undefined) process.stdout.write(USAGE);
else await run(values.content, Number(values.changes), values.dir);
