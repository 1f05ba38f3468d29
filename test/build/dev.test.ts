import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { untilReady } from "../edge/npm-start.ts";
import { copyProject } from "../worker/bundle.ts";

test("npm run dev builds, and answers a list, a note, a search and a 404 with wrangler dev", async () => {
  const cwd = copyProject();
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  symlinkSync(join(import.meta.dirname, "../../scripts"), join(cwd, "scripts"));
  mkdirSync(join(cwd, "content"));
  writeFileSync(join(cwd, "content/one.md"), "# One\n\nText.\n");
  const [build = "", dev = ""] = manifest.scripts.dev.split(" && ");
  const [node, ...buildArgs] = build.split(" ");
  const [wrangler, ...devArgs] = dev.split(" ");
  expect([node, wrangler]).toEqual(["node", "wrangler"]);
  expect(spawnSync(process.execPath, buildArgs, { cwd }).status).toBe(0);
  const program = join(cwd, "node_modules/wrangler/bin/wrangler.js");
  const args = [program, ...devArgs, "--port", "0", "--inspector-port", "0"];
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  const server = await untilReady(spawn(process.execPath, args, { cwd, env }));
  onTestFinished(server.stop);
  const ask = async (path: string) => {
    const response = await fetch(`${server.origin}/api/v1/${path}`);
    return [response.status, await response.json()];
  };
  const note = { route: "/one", title: "One", summary: "Text." };
  expect(await ask("notes.json")).toMatchObject([200, { notes: [note] }]);
  expect(await ask("notes/one.json")).toMatchObject([200, note]);
  expect(await ask("search.json?q=one")).toEqual([
    200,
    { query: "one", count: 1, results: [note] },
  ]);
  expect(await ask("notes/two.json")).toMatchObject([404, { title: "No such note" }]);
});
