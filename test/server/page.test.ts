import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../server/server.ts";
import { note, vault } from "../build/vault.ts";

async function openPage(config: string, given?: string) {
  const { build, outDir } = vault({ "collections.yaml": config, "a.md": note("A") });
  await build(given === undefined ? {} : { pageTitle: given });
  const options = { host: "127.0.0.1", port: 0, variables: {}, version: "test" };
  const { origin, close } = await startServer({ ...options, folder: outDir });
  onTestFinished(close);
  return async () => {
    const reply = await fetch(origin, { headers: { Accept: "text/html" } });
    const title = /<title>(.*)<\/title>/.exec(await reply.text())?.[1];
    return { status: reply.status, etag: reply.headers.get("ETag"), title };
  };
}

test.each<[why: string, config: string, given: string | undefined, title: string]>([
  ["none given", "{}", undefined, "Notes"],
  ["the given one", "{}", "my notes", "my notes"],
  ["the given one, escaped", "{}", "R&D <$&>", "R&amp;D &lt;$&amp;>"],
  ["the owner's", "api: { title: Ours }", "my notes", "Ours"],
])("the title of the page is %s: %s, given %s", async (_, config, given, title) => {
  expect(await (await openPage(config, given))()).toMatchObject({ status: 200, title });
});

test("pages with other titles have other entity tags", async () => {
  const tags = ["one", "two", undefined].map(
    async (title) => (await (await openPage("{}", title))()).etag,
  );
  expect(new Set(await Promise.all(tags)).size).toBe(3);
});

test("with `page: false` there is none, whatever title is given", async () => {
  expect((await (await openPage("page: false", "my notes"))()).status).toBe(404);
});
