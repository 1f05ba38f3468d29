import { once } from "node:events";
import { appendFileSync, mkdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Digests, Part } from "../../worker/contract/note.ts";
import { startNpm } from "../edge/npm-start.ts";
import { copyProject } from "../worker/bundle.ts";

/**
 * Serves notes with `npm start`, from a copy of the project.
 * @param meanwhile called during the first build, after it has read the notes
 */
async function start(notes: readonly string[], meanwhile?: (vault: string) => void) {
  const folder = copyProject();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = join(folder, "vault");
  mkdirSync(vault);
  for (const name of notes) writeFileSync(join(vault, `${name}.md`), `# ${name}\n\nText.\n`);
  const watcher = watch(folder);
  const staged = once(watcher, "change").finally(() => watcher.close());
  if (meanwhile) staged.then(() => meanwhile(vault));
  const { origin, said, stop } = await startNpm(folder, "vault");
  onTestFinished(stop);
  return { folder, vault, api: `${origin}/api/v1`, said };
}

test("npm start serves changes to one note or more, also to clients that have the old ones", async () => {
  const names = ["one", "two", "three"];
  const { vault, api, said } = await start(names);
  const ask = (name: string, etag = "") =>
    fetch(`${api}/notes/${name}.json`, { headers: { "If-None-Match": etag } });
  // After the first paragraph, which is the summary, so that the index does not change.
  const add = (name: string, text: string) =>
    appendFileSync(join(vault, `${name}.md`), `\n${text}\n`);
  const served = async (name: string, etag: string) => (await ask(name, etag)).text();

  const tags = new Map<string, string>();
  // More than once, so that everything is cached that can be.
  for (const name of [...names, ...names, ...names]) {
    const { status, headers } = await ask(name);
    expect(status).toBe(200);
    tags.set(name, headers.get("ETag") ?? "");
  }
  const isServed = (name: string, text: string) =>
    expect.poll(() => served(name, tags.get(name)!), { timeout: 30_000 }).toContain(text);
  add("one", "Alone.");
  await isServed("one", "Alone.");
  // Replaces the whole folder.
  for (const name of names) add(name, "Together.");
  for (const name of names) await isServed(name, "Together.");
  add("two", "Again.");
  await isServed("two", "Again.");
  expect(said()).not.toContain("Reloading");
  expect(said()).toMatch(/^Try the API on this page: file:\/\/.*\/docs\/index\.html$/m);
  writeFileSync(join(vault, "four.md"), "# four\n\nNew.\n");
  tags.set("four", "");
  await isServed("four", "New.");
}, 120_000);

test("npm start serves a part that an edit adds without changing the index", async () => {
  const { vault, api, said } = await start(["one", "two"]);
  const ask = (path: string) => fetch(`${api}/${path}.json`);
  const parts = async () => ((await (await ask("digests")).json()) as Digests).parts;
  // Together too much for one part.
  const filling = "A line of text.\n\n".repeat(300_000);
  for (const name of ["one", "two"]) appendFileSync(join(vault, `${name}.md`), `\n${filling}`);
  await expect.poll(parts, { timeout: 60_000 }).toEqual(["parts/1.json", "parts/2.json"]);
  const second = async () => (await ask("parts/2")).status;
  await expect.poll(second, { timeout: 60_000 }).toBe(200);
  const { notes } = (await (await ask("parts/2")).json()) as Part;
  expect(notes.map(({ route }) => route)).toEqual(["/two"]);
  expect(said()).toContain("Reloading");
}, 180_000);

test("npm start serves changes made during its first build", async () => {
  const names = Array.from({ length: 1000 }, (_, i) => `n${i}`);
  const { api } = await start(names, (vault) =>
    writeFileSync(join(vault, "n0.md"), "# n0\n\nMeanwhile.\n"),
  );
  const served = async () => (await fetch(`${api}/notes/n0.json`)).text();
  await expect.poll(served, { timeout: 30_000 }).toContain("Meanwhile.");
}, 120_000);

test("a second npm start in the same copy is refused in one sentence", async () => {
  const { folder, said } = await start(["one"]);
  const other = startNpm(folder, "other");
  await expect(other).rejects.toThrow(/Another npm start already builds into dist\. .+\.\n/);
  expect(said()).not.toContain("Another npm start");
}, 120_000);
