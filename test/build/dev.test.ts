import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startNpm } from "../edge/npm-start.ts";
import { copyProject } from "../worker/bundle.ts";

test("npm run dev builds, and answers a list, a note, a search and a 404 with wrangler dev", async () => {
  const folder = copyProject();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "vault"));
  writeFileSync(join(folder, "vault/one.md"), "# One\n\nText.\n");
  const server = await startNpm(folder, "vault", "dev");
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
