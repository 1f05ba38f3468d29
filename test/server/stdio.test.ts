import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { tryLock } from "../../scripts/output/lock.ts";
import { outputPaths } from "../../scripts/output/write.ts";
import { builtVault, treeOf, type Vault, vault } from "../build/vault.ts";
import { newer, older, type ToolAnswer } from "../worker/mcp-messages.ts";

// `notes-reference-api mcp FOLDER`, as a host runs it. Real clients are in `test/clients/mcp.test.ts`.

const MAIN = join(import.meta.dirname, "../../scripts/cli/main.js");
const NOTES = { "Größe.md": "# Größe\n\nAbout size.\n\n## Units\n\nMetres.\n", "b/c.md": "# C\n" };

interface Response {
  readonly id?: unknown;
  readonly result: ToolAnswer & { readonly serverInfo: object; readonly tools: object[] };
  readonly error: { readonly code: number };
}

/** Runs the command for a vault. */
function run({ contentDir, outDir }: Vault, ...options: string[]) {
  const args = [MAIN, "mcp", contentDir, "--out", outDir, ...options];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Response> => JSON.parse((await lines.next()).value ?? "");
  const ask = (message: string) => {
    child.stdin.write(`${message}\n`);
    return next();
  };
  const use = async (name: string, args: object) =>
    (await ask(older("tools/call", { name, arguments: args }))).result;
  const end = async () => {
    child.stdin.end();
    const [code] = await ended;
    return { code, rest: await lines.next(), errors };
  };
  return { child, ask, use, next, end, ended };
}

/** Takes the lock that a server holds. */
function lockOfServer({ outDir }: Vault) {
  return tryLock(join(outputPaths(outDir).locks, "server"));
}

test("answers one message a line and nothing else, and ends with its input", async () => {
  const { child, ask, next, end } = run(vault(NOTES));
  const initialized = await ask(older("initialize", { protocolVersion: "2025-06-18" }));
  expect(initialized.result).toMatchObject({ protocolVersion: "2025-06-18" });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n\r\n');
  expect((await ask(older("tools/list"))).result.tools).toHaveLength(2);
  const { body } = newer("tools/call", { name: "fetch", arguments: { id: "/größe" } });
  expect((await ask(body)).result).toMatchObject({
    resultType: "complete",
    structuredContent: { id: "/größe" },
  });
  // Without waiting for answers.
  for (const id of ["a", "b"])
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\r\n`);
  expect([(await next()).id, (await next()).id].sort()).toEqual(["a", "b"]);
  expect(await end()).toMatchObject({ code: 0, rest: { done: true } });
});

test("answers what was asked before its input ended", async () => {
  const { child, end, next } = run(vault(NOTES));
  child.stdin.write(older("tools/call", { name: "search", arguments: { query: "size" } }));
  const ended = end();
  expect((await next()).result.structuredContent.results).toHaveLength(1);
  expect((await ended).code).toBe(0);
});

test("errors are those of the protocol, and end nothing", async () => {
  const { ask, use, end } = run(vault(NOTES));
  const codeOf = async (message: string) => (await ask(message)).error.code;
  expect(await codeOf("no JSON")).toBe(-32700);
  expect(await codeOf(`[${older("ping")}]`)).toBe(-32600);
  expect(await codeOf(older("nothing"))).toBe(-32601);
  expect(await codeOf(older("tools/call", { name: "write" }))).toBe(-32602);
  expect(await codeOf(" ".repeat(65_537) + older("ping"))).toBe(-32600);
  expect(await codeOf(newer("initialize").body)).toBe(-32601);
  expect((await use("search", { query: 5 })).isError).toBe(true);
  expect((await use("search", { query: "size" })).isError).toBeUndefined();
  expect((await end()).code).toBe(0);
});

test("url is the note's file, or its page where the owner has one, and fetch takes it", async () => {
  const files = vault(NOTES);
  const { use } = run(files);
  const { structuredContent: found } = await use("search", { query: "Größe" });
  const url = pathToFileURL(join(files.contentDir, "Größe.md")).href;
  expect(found.results).toMatchObject([{ id: "/größe", url }]);
  const read = (await use("fetch", { id: `${url}#units` })).structuredContent;
  expect(read).toMatchObject({ id: "/größe#units", url, text: "## Units\n\nMetres.\n" });
  expect((await use("fetch", { id: `${url}x` })).content[0]?.text).toContain("of another host");

  const sited = vault({ ...NOTES, "collections.yaml": "api: { site: https://notes.example }\n" });
  const other = run(sited);
  const page = "https://notes.example/b/c";
  expect((await other.use("fetch", { id: page })).structuredContent).toMatchObject({
    id: "/b/c",
    url: page,
  });
});

test("answers while it watches", async () => {
  const files = vault(NOTES);
  const { use } = run(files);
  await use("fetch", { id: "/größe" });
  files.write("new.md", "# New\n\nWritten meanwhile.\n");
  await expect
    .poll(async () => (await use("fetch", { id: "/new" })).structuredContent?.text)
    .toContain("meanwhile");
  expect((await use("search", { query: "new" })).structuredContent.results).toMatchObject([
    { url: pathToFileURL(join(files.contentDir, "new.md")).href },
  ]);
});

test("if the first build fails, initialize answers, the tools say why, and the next build is used", async () => {
  const files = vault({ ...NOTES, "collections.yaml": "a: 1\nb: 1\nc: 1\nd: 1\n" });
  const { ask, use, child } = run(files);
  let errors = "";
  child.stderr.on("data", (text: string) => {
    errors += text;
  });
  expect((await ask(older("initialize"))).result.serverInfo).toMatchObject({
    name: "notes-reference-api",
  });
  expect((await ask(older("tools/list"))).result.tools).toHaveLength(2);
  for (const [name, args] of [
    ["search", { query: "size" }],
    ["fetch", { id: "/größe" }],
  ] as const) {
    const { isError, content } = await use(name, args);
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^The notes could not be built, .*\(4\)(?:[^:]+:\d:1: [^:]+){3}$/),
    ]);
  }
  expect(errors).toContain("collections.yaml");
  files.write("collections.yaml", "strict: false\n");
  await expect
    .poll(async () => (await use("fetch", { id: "/größe" })).structuredContent?.id)
    .toBe("/größe");
});

test("a folder that cannot be written to is named by the tools", async () => {
  const files = vault(NOTES);
  const { use } = run({ ...files, outDir: "/proc/nothing/dist" });
  expect((await use("search", { query: "size" })).content[0]?.text).toMatch(
    /^The notes could not be built\. .*\/proc/,
  );
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends it with 0", async (signal) => {
  const { child, ask, ended } = run(vault(NOTES));
  await ask(older("ping"));
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});

test("a closed output ends it with 0", async () => {
  const { child, ask, ended } = run(vault(NOTES));
  await ask(older("ping"));
  child.stdout.destroy();
  const write = () => child.stdin.writable && child.stdin.write(`${older("ping")}\n`);
  child.stdin.on("error", () => undefined);
  const writing = setInterval(write, 10);
  expect(await ended).toEqual([0, null]);
  clearInterval(writing);
});

test("shares the output of a server, and builds into it once that has ended", async () => {
  const files = await builtVault(NOTES);
  const lock = lockOfServer(files);
  const { use } = run(files);
  expect((await use("fetch", { id: "/größe" })).structuredContent.url).toBe(
    pathToFileURL(join(files.contentDir, "Größe.md")).href,
  );
  const before = treeOf(files.outDir);
  files.write("new.md", "# New\n");
  // Known by its file once the change was read.
  const newFile = pathToFileURL(join(files.contentDir, "new.md")).href;
  await expect
    .poll(async () => (await use("fetch", { id: newFile })).content[0]?.text)
    .toMatch(/^There is no note with this id\.(?! It is an address)/);
  expect(treeOf(files.outDir)).toEqual(before);
  lock?.close();
  files.write("newer.md", "# Newer\n");
  await expect
    .poll(async () => (await use("fetch", { id: "/newer" })).structuredContent?.id)
    .toBe("/newer");
});

test("does not get in the way of a server", async () => {
  const files = vault(NOTES);
  const { use } = run(files);
  await use("search", { query: "size" });
  const lock = lockOfServer(files);
  expect(lock).toBeDefined();
  lock?.close();
});

test("refuses what is no option of its own", async () => {
  const { end } = run(vault(NOTES), "--port", "80");
  expect(await end()).toMatchObject({ code: 2, errors: expect.stringContaining("--port") });
});
