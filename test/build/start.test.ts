import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PROJECT = join(import.meta.dirname, "../..");
const COPIED = ["worker", "package.json", "tsconfig.json", "wrangler.toml"];

interface Started {
  /** The folder of notes. */
  readonly vault: string;
  /** The address of the API. */
  readonly api: string;
  /** What was printed so far. */
  readonly said: () => string;
}

/**
 * Notes in a folder of their own, served by `npm start` from a copy of the Worker.
 * @param meanwhile is done while the first build runs, when it has read the notes
 */
async function start(
  notes: readonly string[],
  meanwhile?: (vault: string) => void,
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  for (const name of COPIED) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  const vault = join(folder, "vault");
  mkdirSync(vault);
  for (const name of notes) writeFileSync(join(vault, `${name}.md`), `# ${name}\n\nText.\n`);
  // Who asks until an answer is there must not meet the limit.
  const vars = ["--var", "RATE_LIMIT_REQUESTS:100000"];
  const args = ["--content", "vault", "--port", "0", "--inspector-port", "0", ...vars];
  const script = join(PROJECT, "scripts/start.ts");
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const watcher = watch(folder);
  const staged = once(watcher, "change").finally(() => watcher.close());
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, env });
  if (meanwhile) staged.then(() => meanwhile(vault));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  let said = "";
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      said += text;
      const ready = /Ready on (http:\/\/\S+:\d+)/.exec(said)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
    ended.then(() => reject(new Error(`npm start ended: ${said}`)));
  });
  return { vault, api: `${origin}/api/v1`, said: () => said };
}

test("npm start serves what is written, one note or more, to who has the old one too", async () => {
  const names = ["one", "two", "three"];
  const { vault, api, said } = await start(names);
  const ask = (name: string, etag = "") =>
    fetch(`${api}/notes/${name}.json`, { headers: { "If-None-Match": etag } });
  // Behind the first paragraph, which is the summary: the index stays as it is.
  const add = (name: string, text: string) =>
    appendFileSync(join(vault, `${name}.md`), `\n${text}\n`);
  const served = async (name: string, etag: string) => (await ask(name, etag)).text();

  const tags = new Map<string, string>();
  // More than once, so that what can be held in memory is.
  for (const name of [...names, ...names, ...names]) {
    const { status, headers } = await ask(name);
    expect(status).toBe(200);
    tags.set(name, headers.get("ETag") ?? "");
  }
  const isServed = (name: string, text: string) =>
    expect.poll(() => served(name, tags.get(name)!), { timeout: 30_000 }).toContain(text);
  add("one", "Alone.");
  await isServed("one", "Alone.");
  // A whole folder takes the place of the old one.
  for (const name of names) add(name, "Together.");
  for (const name of names) await isServed(name, "Together.");
  add("two", "Again.");
  await isServed("two", "Again.");
  expect(said()).not.toContain("Reloading");
  writeFileSync(join(vault, "four.md"), "# four\n\nNew.\n");
  tags.set("four", "");
  await isServed("four", "New.");
}, 120_000);

test("npm start serves what is written while it builds for the first time", async () => {
  const names = Array.from({ length: 1000 }, (_, i) => `n${i}`);
  const { api } = await start(names, (vault) =>
    writeFileSync(join(vault, "n0.md"), "# n0\n\nMeanwhile.\n"),
  );
  const served = async () => (await fetch(`${api}/notes/n0.json`)).text();
  await expect.poll(served, { timeout: 30_000 }).toContain("Meanwhile.");
}, 120_000);
