import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from "vitest";
import { type Service, startService } from "../worker/service.ts";
import { large } from "./large.ts";
import { newFolder } from "./recipes.ts";

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
    return client;
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
      const plain = await startService();
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
      await plain.stop();
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
