import { once } from "node:events";
import { appendFileSync, mkdirSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Builder } from "../../scripts/pipeline/builder.ts";
import type { Digests, Part } from "../../worker/contract/note.ts";
import { needTool } from "../clients/need-tool.ts";
import { type Started, startNpm } from "../edge/npm-start.ts";
import { copyProject } from "../worker/bundle.ts";
import { commit, git } from "./git.ts";
import { treeOf } from "./vault.ts";

const NAMES = ["one", "two", "three"];

describe("npm start, in a copy of the project", () => {
  const folder = copyProject();
  const vault = join(folder, "vault");
  let server: Started;
  /** The entity tag of each note that a client has a copy of. */
  const tags = new Map<string, string>();

  beforeAll(async () => {
    mkdirSync(vault);
    for (const name of NAMES) writeFileSync(join(vault, `${name}.md`), `# ${name}\n\nText.\n`);
    for (let i = 0; i < 1000; i++) writeFileSync(join(vault, `n${i}.md`), `# n${i}\n\nText.\n`);
    const watcher = watch(folder);
    const staged = once(watcher, "change").finally(() => watcher.close());
    // During the first build, after it has read the notes.
    staged.then(() => writeFileSync(join(vault, "n0.md"), "# n0\n\nMeanwhile.\n"));
    server = await startNpm(folder, "vault");
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, etag = "") =>
    fetch(`${server.origin}/api/v1/${path}.json`, { headers: { "If-None-Match": etag } });
  const isServed = (name: string, text: string) =>
    expect.poll(async () => (await ask(`notes/${name}`, tags.get(name))).text()).toContain(text);
  // After the first paragraph, which is the summary, so that the index does not change.
  const add = (name: string, text: string) =>
    appendFileSync(join(vault, `${name}.md`), `\n${text}\n`);

  test("serves changes made during its first build", () => isServed("n0", "Meanwhile."));

  test("serves changes to one note or more, also to clients that have the old ones", async () => {
    // More than once, so that everything is cached that can be.
    for (const name of [...NAMES, ...NAMES, ...NAMES]) {
      const { status, headers } = await ask(`notes/${name}`);
      expect(status).toBe(200);
      tags.set(name, headers.get("ETag") ?? "");
    }
    add("one", "Alone.");
    await isServed("one", "Alone.");
    // Replaces the whole folder.
    for (const name of NAMES) add(name, "Together.");
    for (const name of NAMES) await isServed(name, "Together.");
    add("two", "Again.");
    await isServed("two", "Again.");
    writeFileSync(join(vault, "four.md"), "# four\n\nNew.\n");
    await isServed("four", "New.");
  });

  test("serves what changed while there was an error, once another note corrects it", async () => {
    writeFileSync(join(vault, "collections.yaml"), "rules: { broken-link: error }\n");
    add("one", "Strict.");
    await isServed("one", "Strict.");
    add("one", "See [[nowhere]].");
    await expect.poll(server.said).toContain("[[nowhere]]");
    writeFileSync(join(vault, "two.md"), "---\naliases: [nowhere]\n---\n# two\n");
    await isServed("one", "See [nowhere](/two).");
  });

  test("has the output of a cold build after git has checked out another branch", async (context) => {
    needTool(context, "REQUIRE_GIT", "git");
    const numbers = Array.from({ length: 300 }, (_, i) => i);
    git(vault, ["init", "--quiet"]);
    commit(vault, "2026-01-01T12:00:00Z");
    git(vault, ["switch", "--quiet", "--create", "side"]);
    for (const i of numbers) writeFileSync(join(vault, `n${i}.md`), `# n${i}\n\nSide.\n`);
    for (const i of numbers) renameSync(join(vault, `n${i + 300}.md`), join(vault, `s${i}.md`));
    commit(vault, "2026-02-02T12:00:00Z");
    await isServed("s299", "Text.");
    const pageTitle = basename(vault);
    const options = { contentDir: vault, pageTitle, check: false, rules: new Map(), ignore: [] };
    for (const branch of ["main", "side"]) {
      git(vault, ["switch", "--quiet", branch]);
      const outDir = join(folder, branch);
      await new Builder({ ...options, outDir }).run();
      await expect.poll(() => treeOf(join(folder, "dist"))).toEqual(treeOf(outDir));
    }
  });

  test("serves a part that an edit adds", async () => {
    // Together too much for one part.
    const filling = "A line of text.\n\n".repeat(300_000);
    for (const name of ["one", "two"]) add(name, filling);
    const parts = async () => ((await (await ask("digests")).json()) as Digests).parts.length;
    await expect.poll(parts).toBeGreaterThan(1);
    const last = `parts/${await parts()}`;
    const status = async () => (await ask(last)).status;
    await expect.poll(status).toBe(200);
    const { notes } = (await (await ask(last)).json()) as Part;
    expect(notes.map(({ route }) => route)).toContain("/two");
  });

  test("serves what atomic saves, a storm of writes and a folder that goes and returns leave", async () => {
    const path = (name: string) => join(vault, name);
    const save = (name: string, text: string) => {
      writeFileSync(path(`.${name}.tmp`), text);
      renameSync(path(`.${name}.tmp`), path(name));
    };
    for (let i = 0; i < 50; i++) save("three.md", `# three\n\nSave ${i}.\n`);
    await isServed("three", "Save 49.");
    // As many as a checkout changes.
    for (let i = 0; i < 300; i++) writeFileSync(path(`n${i}.md`), `# n${i}\n\nStorm.\n`);
    for (const i of [0, 150, 299]) await isServed(`n${i}`, "Storm.");
    mkdirSync(path("in"));
    writeFileSync(path("in/five.md"), "# five\n\nFive.\n");
    await isServed("in/five", "Five.");
    renameSync(path("in"), join(folder, "away"));
    const status = async () => (await ask("notes/in/five")).status;
    await expect.poll(status).toBe(404);
    renameSync(join(folder, "away"), path("in"));
    await isServed("in/five", "Five.");
    appendFileSync(path("in/five.md"), "\nAnd more.\n");
    await isServed("in/five", "And more.");
  });

  test("calls the page after the folder of the notes", async () => {
    const open = (headers: Record<string, string> = {}) =>
      fetch(server.origin, { headers: { Accept: "text/html", ...headers } });
    const page = await open();
    expect([page.status, page.headers.get("Content-Type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(await page.text()).toContain("<title>vault</title>");
    const etag = page.headers.get("ETag") ?? "";
    expect((await open({ "If-None-Match": etag })).status).toBe(304);
    expect((await open({ "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("refuses to run a second time in the same copy, in one sentence", async () => {
    const other = startNpm(folder, "other");
    await expect(other).rejects.toThrow(/Another server already builds into dist\. .+\.\n/);
  });
});
