import { execFileSync, spawn } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  type TestContext,
  test,
} from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { newFolder, recipe } from "./recipes.ts";

/** Packages that are installed separately, because they would double the work of `npm ci`. */
const LARGE = join(import.meta.dirname, "large/node_modules");

/** Calls an operation by its name in the document; returns the body, of a success or an error. */
type Call = (operation: string, parameters: Record<string, string>) => Promise<unknown>;

type Open = (base: string, context: TestContext) => Promise<Call>;

/** Each client uses the document as served, below an origin and a base path. */
const CLIENTS: Record<string, Open> = {
  oazapfts: async (base, context) => {
    const generator = large(context, "oazapfts/dist/cli.js");
    const folder = newFolder();
    symlinkSync(LARGE, join(folder, "node_modules"));
    const [document, file] = [join(folder, "openapi.json"), join(folder, "client.ts")];
    writeFileSync(document, await (await fetch(`${base}/api/v1/openapi.json`)).text());
    execFileSync(process.execPath, [generator, document, file]);
    const { defaults, ...operations } = await import(pathToFileURL(file).href);
    defaults.baseUrl = new URL(defaults.baseUrl, `${base}/api/v1/openapi.json`).href;
    return async (operation, parameters) =>
      (await operations[operation](...Object.values(parameters))).data;
  },
  "swagger-client": async (base, context) => {
    const { default: open } = await import(large(context, "swagger-client/es/index.js"));
    const client = await open({ url: `${base}/api/v1/openapi.json` });
    return async (operation, parameters) => {
      try {
        return (await client.apis.notes[operation](parameters)).body;
      } catch (error) {
        return (error as { response: { body: unknown } }).response.body;
      }
    };
  },
  "an agent, through openapi-mcp-server": async (base, context) => {
    const { args }: { args: string[] } = JSON.parse(recipe("mcp", base)).mcpServers.notes;
    const [, name = "", ...flags] = args;
    const program = large(context, `${name}/bin/mcp-server.js`);
    const server = spawn(process.execPath, [program, ...flags], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    onTestFinished(() => void server.kill());
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const send = (message: object) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const request = async (method: string, params: object) => {
      send({ id: 1, method, params });
      return JSON.parse((await lines.next()).value ?? "").result;
    };
    const clientInfo = { name: "test", version: "1.0.0" };
    await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    send({ method: "notifications/initialized" });
    return async (operation, parameters) => {
      const tool = operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const { content } = await request("tools/call", { name: tool, arguments: parameters });
      const [{ text }] = content;
      return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
    };
  },
};

/** A file of a large package. If it is missing, the test is skipped, or fails if `REQUIRE_CLIENTS` is set. */
function large({ skip }: TestContext, file: string): string {
  const path = join(LARGE, file);
  if (existsSync(path)) return path;
  const missing = `${file} is not there; npm ci --prefix test/clients/large installs it`;
  if (process.env.REQUIRE_CLIENTS) throw new Error(`REQUIRE_CLIENTS is set, but ${missing}.`);
  return skip(missing);
}

describe.for(["", "/docs"])("below the path %j", (basePath) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ vars: { BASE_PATH: basePath, RATE_LIMIT_REQUESTS: 1000 } });
  });

  afterAll(() => service.stop());

  test.for(Object.entries(CLIENTS))(
    "%s searches, gets a note with two slashes in its route, and reads errors",
    async ([name, open], context) => {
      const call = await open(service.origin + basePath, context);
      const route = "/terms/data-structures/hash-table";
      // The list and the digests are too long for an agent.
      if (!name.includes("agent")) {
        expect(await call("listNotes", {})).toMatchObject({
          notes: expect.arrayContaining([expect.objectContaining({ route })]),
        });
        expect(await call("getDigests", {})).toMatchObject({
          digests: { [route]: expect.stringMatching(/^[0-9a-f]{32}$/) },
        });
      }
      expect(await call("searchNotes", { q: "C++" })).toMatchObject({
        query: "C++",
        results: expect.arrayContaining([expect.objectContaining({ title: "C++" })]),
      });
      for (const wanted of [route, "/languages/c++"]) {
        expect(await call("getNote", { route: wanted.slice(1) })).toMatchObject({ route: wanted });
      }
      expect(await call("getNote", { route: `${route.slice(1)}s` })).toMatchObject({
        status: 404,
        suggestions: expect.arrayContaining([`${basePath}/api/v1/notes${route}.json`]),
      });
      expect(await call("searchNotes", { q: " " })).toMatchObject({ status: 400 });
    },
  );
});
