import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from "vitest";
import { newFolder, vault } from "../build/vault.ts";
import { openService, type Service, startService } from "../worker/service.ts";
import { large } from "./large.ts";
import { needTool } from "./need-tool.ts";

/** Runs a program in Node; returns its output, also if it fails. */
async function run(...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

interface Client {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(
    call: object,
  ): Promise<{ structuredContent?: object; content: object[]; isError?: boolean }>;
  close?(): Promise<void>;
  /** Asks for what servers with prompts have, if the client keeps a connection. */
  listPrompts?(): Promise<object>;
}

type Open = (url: string, context: TestContext) => Promise<Client>;

/** The official client, in one of its modes. */
const official =
  (versionNegotiation: object): Open =>
  async (url, context) => {
    const from = "@modelcontextprotocol/client/dist/index.mjs";
    const { Client, StreamableHTTPClientTransport } = await import(large(context, from));
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return Object.assign(client, {
      // Its own method asks only servers that say they have prompts.
      listPrompts: () => client.request({ method: "prompts/list", params: {} }),
    });
  };

const CLIENTS: Record<string, Open> = {
  "the official client of 2025": official({ mode: "legacy" }),
  "the official client that asks for the revision": official({ mode: "auto" }),
  "the official client of 2026-07-28": official({ mode: { pin: "2026-07-28" } }),
  "the older SDK": async (url, context) => {
    const from = "@modelcontextprotocol/sdk/dist/esm/client";
    const { Client } = await import(large(context, `${from}/index.js`));
    const { StreamableHTTPClientTransport } = await import(
      large(context, `${from}/streamableHttp.js`)
    );
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return client;
  },
  "the inspector's command line": async (url, context) => {
    const program = large(
      context,
      "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    );
    const ask = async (...args: string[]) =>
      JSON.parse(await run(program, "--cli", url, "--transport", "http", ...args));
    return {
      listTools: () => ask("--method", "tools/list"),
      callTool: (call) => {
        const { name, arguments: given } = call as { name: string; arguments: object };
        const pairs = Object.entries(given).flatMap(([key, value]) => [
          "--tool-arg",
          `${key}=${value}`,
        ]);
        return ask("--method", "tools/call", "--tool-name", name, ...pairs);
      },
    };
  },
};

let service: Service;

beforeAll(async () => {
  service = await startService({ vars: { BASE_PATH: "/docs" } });
});

afterAll(() => service.stop());

test.for(Object.entries(CLIENTS))("%s finds a note and reads it", async ([, open], context) => {
  const client = await open(`${service.origin}/docs/mcp`, context);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search", "fetch"]);
  const id = "/terms/data-structures/hash-table";
  const found = await client.callTool({ name: "search", arguments: { query: "hash table" } });
  expect(found.structuredContent).toMatchObject({ results: [{ id, title: "Hash table" }] });
  const read = await client.callTool({ name: "fetch", arguments: { id } });
  expect(read.structuredContent).toMatchObject({ id, text: expect.stringContaining("hash") });
  const missing = await client.callTool({ name: "fetch", arguments: { id: `${id}s` } });
  expect([missing.isError, JSON.stringify(missing.content)]).toEqual([
    true,
    expect.stringContaining(id),
  ]);
  await client.close?.();
});

const lasting = Object.entries(CLIENTS).filter(([name]) => !name.startsWith("the inspector"));

test.for(lasting)("%s goes on after each mistake of a model", async ([, open], context) => {
  const client = await open(`${service.origin}/docs/mcp`, context);
  const search = (query: unknown) => client.callTool({ name: "search", arguments: { query } });
  const expectAnswer = async () =>
    expect((await search("hash table")).structuredContent).toMatchObject({ results: [{}] });
  const unknown = client.callTool({ name: "write", arguments: {} });
  await expect(unknown).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('There is no tool "write"'),
  });
  await expectAnswer();
  // In the revision of 2026 this is a 404, which the client takes for an error of HTTP.
  await expect(client.listPrompts?.()).rejects.toThrow("There is no method prompts/list.");
  await expectAnswer();
  expect((await search(5)).isError).toBe(true);
  await expectAnswer();
  await client.close?.();
});

/** What each mistake is to the official client for Python, and whether it goes on after that. */
const PYTHON = `
import asyncio, json, sys
from mcp import ClientSession
try:
    from mcp.client.streamable_http import streamablehttp_client as connect
except ImportError:
    from mcp.client.streamable_http import streamable_http_client as connect

async def main():
    async with connect(sys.argv[1]) as streams, ClientSession(*streams[:2]) as session:
        await session.initialize()
        answers = []
        for ask in [
            lambda: session.call_tool("write", {}),
            session.list_prompts,
            lambda: session.call_tool("search", {"query": 5}),
        ]:
            try:
                result = await ask()
                answers.append("isError" in result.model_dump_json(by_alias=True))
            except Exception as error:
                answers.append(error.error.code)
            await session.call_tool("search", {"query": "hash table"})
        print(json.dumps(answers))

asyncio.run(asyncio.wait_for(main(), 30))
`;

test("the official client for Python goes on after each mistake of a model", async (context) => {
  const python = needTool(context, "REQUIRE_PYTHON", "python3");
  const { stderr } = spawnSync(python, ["-c", "import mcp"], { encoding: "utf8" });
  if (stderr.includes("No module named 'mcp'")) context.skip("Python has no module mcp");
  const url = `${service.origin}/docs/mcp`;
  const { stdout } = await promisify(execFile)(python, ["-c", PYTHON, url]);
  expect(JSON.parse(stdout)).toEqual([-32602, -32601, true]);
});

/** Clients that start the command `mcp`. */
const STARTERS: Record<string, readonly [client: string, transport: string, options?: object]> = {
  "the official client of 2025": [
    "@modelcontextprotocol/client/dist/index.mjs",
    "@modelcontextprotocol/client/dist/stdio.mjs",
    { versionNegotiation: { mode: "legacy" } },
  ],
  "the official client of 2026-07-28": [
    "@modelcontextprotocol/client/dist/index.mjs",
    "@modelcontextprotocol/client/dist/stdio.mjs",
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  ],
  "the older SDK": [
    "@modelcontextprotocol/sdk/dist/esm/client/index.js",
    "@modelcontextprotocol/sdk/dist/esm/client/stdio.js",
  ],
};

test.for(Object.entries(STARTERS))(
  "%s starts the command and goes on after a mistake",
  async ([, [file, transportFile, options]], context) => {
    const { Client } = await import(large(context, file));
    const { StdioClientTransport } = await import(large(context, transportFile));
    const { contentDir, outDir } = vault({ "Trees.md": "# Trees\n\nAbout trees.\n" });
    const main = join(import.meta.dirname, "../../scripts/cli/main.js");
    const args = [main, "mcp", contentDir, "--out", outDir];
    const client = new Client({ name: "test", version: "1.0.0" }, options);
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["search", "fetch"]);
    const unknown = client.callTool({ name: "write", arguments: {} });
    await expect(unknown).rejects.toMatchObject({ code: -32602 });
    const found = await client.callTool({ name: "search", arguments: { query: "tree" } });
    const [{ url }] = found.structuredContent.results;
    expect(url).toBe(pathToFileURL(join(contentDir, "Trees.md")).href);
    const read = await client.callTool({ name: "fetch", arguments: { id: url } });
    expect(read.structuredContent).toMatchObject({ id: "/trees" });
    await client.close();
  },
);

/** What the conformance suite asks for beyond a server of two read-only tools, and why it is not there. */
const NOT_APPLICABLE: readonly (readonly [scenario: RegExp, reason: string])[] = [
  [/^(tools-call|elicitation|json-schema-2020-12)/, "uses tools of the suite's own server"],
  [/^input-required-/, "no tool or prompt asks the client for anything"],
  [/^tasks-/, "an extension for tools that take long"],
  [/^http-custom-header-server-validation$/, "no tool has a parameter in a header"],
  [/^(resources-|sep-2164-resource-not-found$)/, "there are no resources"],
  [/^prompts-/, "there are no prompts"],
  [/^completion-complete$/, "there is nothing to complete"],
  [/^logging-set-level$/, "nothing is logged to clients"],
  [/^server-sse-/, "there are no streams and no sessions"],
];

/** The same for single checks of a scenario that applies. */
const NOT_APPLICABLE_CHECKS: Readonly<Record<string, string>> = {
  "sep-2549-prompts-list-caching-hints": "there are no prompts",
  "sep-2549-resources-list-caching-hints": "there are no resources",
  "sep-2549-resources-templates-list-caching-hints": "there are no resources",
  "sep-2575-server-rejects-undeclared-capability": "no tool needs a capability of the client",
  "sep-2575-missing-capability-http-400": "no tool needs a capability of the client",
  "sep-2575-http-server-no-independent-requests-on-stream": "there are no streams",
  "sep-2575-server-no-log-without-loglevel": "nothing is logged to clients",
};

interface Check {
  readonly id: string;
  readonly status: string;
}

// The suite sends a foreign Host, which a server on loopback has to refuse.
describe.runIf(inject("host") === "node")("the official conformance suite", () => {
  test.for(["2026-07-28", "2025-11-25"])(
    "passes for %s in every check that concerns two read-only tools",
    async (revision, context) => {
      const program = large(context, "@modelcontextprotocol/conformance/dist/index.js");
      const plain = await openService();
      const folder = newFolder();
      const url = `${plain.origin.replace("127.0.0.1", "localhost")}/mcp`;
      await run(
        program,
        "server",
        "--url",
        url,
        "--requirements",
        revision,
        "--output-dir",
        folder,
      );
      const checks = readdirSync(folder).flatMap((name) => {
        const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
        const all: Check[] = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"));
        return all.map(({ id, status }) => ({ scenario, id, status }));
      });
      const failed = checks.filter(({ status }) => ["FAILURE", "WARNING"].includes(status));
      const isApplicable = ({ scenario, id }: (typeof checks)[number]) =>
        !(
          id in NOT_APPLICABLE_CHECKS || NOT_APPLICABLE.some(([pattern]) => pattern.test(scenario))
        );
      expect(failed.filter(isApplicable)).toEqual([]);
      expect(failed.map(({ id }) => id)).not.toContain("wire-schema-valid");
      const passed = checks.filter((check) => check.status === "SUCCESS" && isApplicable(check));
      expect(passed.length).toBeGreaterThan(revision === "2026-07-28" ? 40 : 6);
    },
  );
});
