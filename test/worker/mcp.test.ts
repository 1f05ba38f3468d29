import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { Response } from "miniflare";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { noteAddress } from "../../worker/contract/addresses.ts";
import type { FullNote, NoteList } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import type { SearchResponse } from "../../worker/contract/search-response.ts";
import type { Reply } from "./api-description.ts";
import { ask, callTool, newer, older, post, REVISION, type ToolAnswer } from "./mcp-messages.ts";
import { openService, openVault, type Service, startService } from "./service.ts";

// Each test is named after what section 9 of the contract says. How a long note is cut is in `mcp-pieces`;
// what clients make of the answers, in `test/clients`.

const OLDER_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];

const isOnNode = inject("host") === "node";

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

interface RpcAnswer<T> {
  readonly id?: unknown;
  readonly result: T;
  readonly error: { readonly code: number; readonly message: string; readonly data?: object };
}

function parsed<T>({ body }: Reply): RpcAnswer<T> {
  return JSON.parse(body);
}

describe("POST /mcp: stateless, without a key, JSON", () => {
  test.each(OLDER_REVISIONS)("%s is answered in its revision", async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const reply = await post(service, older("initialize", params));
    expect(reply.status).toBe(200);
    expect(reply.headers["mcp-session-id"]).toBeUndefined();
    expect(parsed(reply).result).toMatchObject({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: expect.any(String), version: expect.any(String) },
    });
    const headers = { "MCP-Protocol-Version": protocolVersion };
    const listed = await post(service, older("tools/list"), { headers });
    expect([listed.status, parsed<{ tools: object[] }>(listed).result.tools.length]).toEqual([
      200, 2,
    ]);
    expect(listed.body).not.toContain("resultType");
  });

  test("a client that names no known revision gets the latest of 2025", async () => {
    for (const params of [{ protocolVersion: "1999-01-01" }, { protocolVersion: 5 }, undefined]) {
      const reply = await post(service, older("initialize", params));
      expect(parsed(reply).result).toMatchObject({ protocolVersion: "2025-11-25" });
    }
  });

  test("revision 2026-07-28 is discovered, listed and called without a handshake", async () => {
    expect(parsed(await ask(service, "server/discover")).result).toMatchObject({
      resultType: "complete",
      supportedVersions: [REVISION],
      capabilities: { tools: {} },
      ttlMs: 300_000,
      cacheScope: "public",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: expect.any(String) } },
    });
    expect(parsed(await ask(service, "tools/list")).result).toMatchObject({
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "public",
    });
    const call = { name: "fetch", arguments: { id: "/languages/c" } };
    expect(parsed(await ask(service, "tools/call", call)).result).toMatchObject({
      resultType: "complete",
      structuredContent: { id: "/languages/c" },
    });
  });

  test.each(["search", `=?base64?${Buffer.from("search").toString("base64")}?=`])(
    "Mcp-Name may be encoded: %s",
    async (name) => {
      const call = { name: "search", arguments: { query: "c" } };
      const { status } = await ask(service, "tools/call", call, { "Mcp-Name": name });
      expect(status).toBe(200);
    },
  );

  test("a notification is 202 without a body", async () => {
    for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call"]) {
      const reply = await post(service, JSON.stringify({ jsonrpc: "2.0", method }));
      expect([reply.status, reply.body]).toEqual([202, ""]);
    }
  });

  test("ping is answered with nothing, and only to clients of 2025", async () => {
    expect(parsed(await post(service, older("ping"))).result).toEqual({});
    expect((await ask(service, "ping")).status).toBe(404);
  });

  test("an id comes back as it was sent", async () => {
    for (const id of [0, -1, "", "a", "ü"]) {
      const message = (method: string) => JSON.stringify({ jsonrpc: "2.0", id, method });
      expect(parsed(await post(service, message("ping"))).id).toBe(id);
      expect(parsed(await post(service, message("nothing"))).id).toBe(id);
    }
  });

  test("neither Accept nor Content-Type is asked for", async () => {
    for (const accept of ["application/json", "text/event-stream", "text/html"]) {
      const headers = { Accept: accept, "Content-Type": "text/plain" };
      const reply = await post(service, older("tools/list"), { headers });
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
    }
  });
});

describe("other methods", () => {
  test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])(
    "%s is 405 with Allow: POST, OPTIONS",
    async (method) => {
      const { status, headers } = await service.fetch("/mcp", { method });
      expect([status, headers.allow]).toEqual([405, "POST, OPTIONS"]);
      expect(headers["content-type"]).toBe("application/problem+json");
    },
  );

  test("OPTIONS is 204 with the preflight headers for POST, and does not count", async () => {
    const client = "192.0.2.1";
    const headers = { Origin: "https://a.example", "Access-Control-Request-Headers": "mcp-method" };
    const reply = await service.fetch("/mcp", { method: "OPTIONS", headers, client });
    expect([reply.status, reply.body]).toEqual([204, ""]);
    expect(reply.headers).toMatchObject({
      allow: "POST, OPTIONS",
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers": "*, Authorization",
      "x-ratelimit-remaining": "600",
    });
  });

  test("POST to any other address is 405, as before", async () => {
    for (const target of [
      "/",
      "/mcp//",
      "/MCP",
      "/MCP/",
      "/mcp/x",
      "/api/v1/mcp",
      "/api/v1/notes.json",
    ]) {
      const { status, headers } = await post(service, older("ping"), { at: target });
      expect([target, status, headers.allow]).toEqual([target, 405, "GET, HEAD, OPTIONS"]);
    }
  });

  test("/mcp/ answers as /mcp does, and is counted with it", async () => {
    const strict = await openService({ vars: { MCP_RATE_LIMIT_REQUESTS: 2 } });
    const client = "192.0.2.3";
    const at = "/mcp/";
    const called = older("tools/call", { name: "fetch", arguments: { id: "/languages/c" } });
    const [slashed, plain] = [
      await post(strict, called, { client, at }),
      await post(strict, called, { client }),
    ];
    expect([slashed.status, slashed.body]).toEqual([200, plain.body]);
    expect([slashed, plain].map(({ headers }) => headers["x-ratelimit-remaining"])).toEqual([
      "1",
      "0",
    ]);
    expect((await post(strict, called, { client, at })).status).toBe(429);
    const { status, headers } = await strict.fetch(at, { client: "192.0.2.4" });
    expect([status, headers.allow]).toEqual([405, "POST, OPTIONS"]);
    const preflight = await strict.fetch(at, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.allow]).toEqual([204, "POST, OPTIONS"]);
    const off = await openService({ vars: { MCP_RATE_LIMIT_REQUESTS: 0 } });
    expect((await off.fetch(at)).status).toBe(404);
  });
});

/** What is wrong with a request itself, and its code and status in the revision of 2026. */
const FAULTY_REQUESTS: readonly [
  what: string,
  method: string,
  params: unknown,
  code: number,
  status: number,
][] = [
  ["an unknown tool", "tools/call", { name: "write" }, -32602, 400],
  ["a tool named like a member of all objects", "tools/call", { name: "valueOf" }, -32602, 400],
  ["no tool", "tools/call", {}, -32602, 400],
  ["arguments as text", "tools/call", { name: "search", arguments: "c" }, -32602, 400],
  ["an unknown method", "nothing", {}, -32601, 404],
  ["a method of servers with resources", "resources/list", {}, -32601, 404],
  ["a method named like a member of all objects", "toString", {}, -32601, 404],
  ["a method named __proto__", "__proto__", {}, -32601, 404],
];

describe("errors are JSON-RPC errors", () => {
  test.each<[what: string, body: string | Uint8Array, code: number]>([
    ["nothing", "", -32700],
    ["no JSON", "{", -32700],
    [
      "text that is not UTF-8",
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\xff"}}', "latin1"),
      -32700,
    ],
    ["deep nesting", "[".repeat(60_000), -32700],
    ["a batch", `[${older("ping")}]`, -32600],
    ["an empty batch", "[]", -32600],
    ["null", "null", -32600],
    ["no jsonrpc", '{"id":1,"method":"ping"}', -32600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', -32600],
    ["id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ["id 1.5", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ])("400 in every revision: %s", async (_, body, code) => {
    for (const headers of [{}, { "MCP-Protocol-Version": REVISION }]) {
      const reply = await post(service, body, { headers });
      expect([reply.status, parsed(reply).error.code]).toEqual([400, code]);
      expect(parsed(reply)).not.toHaveProperty("result");
      // The schema of the protocol allows no `null` there, though JSON-RPC demands it.
      expect(parsed(reply).id).not.toBe(null);
    }
  });

  test.each(FAULTY_REQUESTS)(
    "200 for a request of a client of 2025, because any other status ends its connection: %s",
    async (_, method, params, code) => {
      for (const headers of [{}, { "MCP-Protocol-Version": "2025-06-18" }]) {
        const reply = await post(service, older(method, params), { headers });
        expect([reply.status, parsed(reply).id, parsed(reply).error.code]).toEqual([200, 1, code]);
        expect(reply.headers).toMatchObject({
          "content-type": "application/json",
          "cache-control": "no-store",
        });
      }
    },
  );

  test("200 for a request of a client of 2025 with params as a list", async () => {
    const reply = await post(service, older("ping", []));
    expect([reply.status, parsed(reply).id, parsed(reply).error.code]).toEqual([200, 1, -32602]);
  });

  test.each(FAULTY_REQUESTS)(
    "the status of the revision for a request of 2026-07-28: %s",
    async (_, method, params, code, status) => {
      const { body, headers } = newer(method, params as Record<string, unknown>);
      const reply = await post(service, body, { headers: { "Mcp-Name": "", ...headers } });
      const isNamed = typeof (params as { name?: unknown }).name === "string";
      // Without a name in the message, the header cannot match it.
      const expected = method === "tools/call" && !isNamed ? -32020 : code;
      expect([reply.status, parsed(reply).id, parsed(reply).error.code]).toEqual([
        status,
        1,
        expected,
      ]);
    },
  );

  test.each(["initialize", "subscriptions/listen"])("404: the method %s", async (method) => {
    const reply = await ask(service, method);
    expect([reply.status, parsed(reply).id, parsed(reply).error.code]).toEqual([404, 1, -32601]);
  });

  test("arguments that do not fit are a result with isError in both", async () => {
    const params = { name: "search", arguments: { query: 5 } };
    for (const reply of [
      await post(service, older("tools/call", params)),
      await ask(service, "tools/call", params),
    ]) {
      expect([reply.status, parsed<ToolAnswer>(reply).result.isError]).toEqual([200, true]);
    }
  });

  test("413: a message above 64 kB, with or without its length", async () => {
    const filled = (length: number) => {
      const message = older("tools/call", { name: "search", arguments: { query: "c" } });
      return message + " ".repeat(length - message.length);
    };
    expect((await post(service, filled(65_536))).status).toBe(200);
    const reply = await post(service, filled(65_537));
    expect([reply.status, parsed(reply).error.message]).toEqual([
      413,
      "A message must not be larger than 64 kB.",
    ]);
    expect((await post(service, "x".repeat(3_000_000))).status).toBe(413);
  });

  test.each<
    [what: string, headers: Record<string, string | undefined>, meta: object, code: number]
  >([
    ["no MCP-Protocol-Version", { "MCP-Protocol-Version": undefined }, {}, -32020],
    ["another MCP-Protocol-Version", { "MCP-Protocol-Version": "2025-11-25" }, {}, -32020],
    ["no Mcp-Method", { "Mcp-Method": undefined }, {}, -32020],
    ["another Mcp-Method", { "Mcp-Method": "tools/list" }, {}, -32020],
    ["a Mcp-Method in another case", { "Mcp-Method": "TOOLS/CALL" }, {}, -32020],
    ["no Mcp-Name", { "Mcp-Name": undefined }, {}, -32020],
    ["another Mcp-Name", { "Mcp-Name": "fetch" }, {}, -32020],
    ["a Mcp-Name that is no Base64", { "Mcp-Name": "=?base64?%?=" }, {}, -32020],
    ["no protocol version in _meta", {}, { protocolVersion: undefined }, -32602],
    ["no capabilities in _meta", {}, { clientCapabilities: undefined }, -32602],
    ["another version in _meta", {}, { protocolVersion: "2027-01-01" }, -32020],
    [
      "an unknown version",
      { "MCP-Protocol-Version": "2027-01-01" },
      { protocolVersion: "2027-01-01" },
      -32022,
    ],
    [
      "an unknown version in the header alone",
      { "MCP-Protocol-Version": "2027-01-01" },
      { protocolVersion: undefined },
      -32022,
    ],
  ])("400: %s", async (_, changedHeaders, changedMeta, code) => {
    const plain = newer("tools/call", { name: "search", arguments: { query: "c" } });
    const message = JSON.parse(plain.body);
    for (const [key, value] of Object.entries(changedMeta)) {
      message.params._meta[`io.modelcontextprotocol/${key}`] = value;
    }
    const all = Object.entries({ ...plain.headers, ...changedHeaders });
    const headers = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const reply = await post(service, JSON.stringify(message), { headers });
    expect([reply.status, parsed(reply).id, parsed(reply).error.code]).toEqual([400, 1, code]);
    if (code === -32022) {
      expect(parsed(reply).error.data).toEqual({
        supported: [REVISION],
        requested: "2027-01-01",
      });
    }
  });

  test("400: a notification whose header names an unknown version", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const headers = { "MCP-Protocol-Version": "2027-01-01" };
    const reply = await post(service, body, { headers });
    expect([reply.status, parsed(reply).error.code]).toEqual([400, -32022]);
    expect(parsed(reply)).not.toHaveProperty("id");
  });

  test("429: over a limit of its own, with Retry-After, in words that say how long to wait", async () => {
    const strict = await openService({
      vars: { MCP_RATE_LIMIT_REQUESTS: 2, RATE_LIMIT_REQUESTS: 3 },
    });
    const client = "192.0.2.2";
    const replies = [];
    for (let i = 0; i < 3; i++) replies.push(await post(strict, older("ping"), { client }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    const { headers } = replies[2]!;
    expect(parsed(replies[2]!).error.message).toContain(`Retry after ${headers["retry-after"]} s`);
    expect(headers).toMatchObject({
      "x-ratelimit-limit": "2",
      "x-ratelimit-remaining": "0",
      "ratelimit-policy": '"mcp";q=2;w=60',
      ratelimit: `"mcp";r=0;t=${headers["retry-after"]}`,
    });
    const got = await strict.fetch("/mcp", { client });
    expect([got.status, got.headers["content-type"]]).toEqual([429, "application/problem+json"]);
    const { status, headers: others } = await strict.fetch("/api/v1/notes.json", { client });
    expect([status, others["x-ratelimit-remaining"]]).toEqual([200, "2"]);
  });

  test("404 at every method if the limit is 0, and no 404 names the address", async () => {
    const off = await openService({ vars: { MCP_RATE_LIMIT_REQUESTS: 0 } });
    for (const method of ["POST", "GET"]) {
      const { status, headers, body } = await off.fetch("/mcp", {
        method,
        ...(method === "POST" && { body: "{}" }),
      });
      expect([status, headers["x-ratelimit-limit"]]).toEqual([404, "60"]);
      expect(JSON.parse(body).addresses).not.toContain("/mcp");
    }
    expect((await off.fetch("/mcp", { method: "DELETE" })).headers.allow).toBe(
      "GET, HEAD, OPTIONS",
    );
  });

  test.runIf(isOnNode).each([
    ["Host", "localhost:8787", 200],
    ["Host", "127.0.0.1", 200],
    ["Host", "[::1]:80", 200],
    ["Host", "notes.example", 403],
    ["Host", "localhost.example", 403],
    ["Host", "127.0.0.1.example", 403],
    ["Origin", "http://localhost:3000", 200],
    ["Origin", "https://127.0.0.1", 200],
    ["Origin", "https://notes.example", 403],
    ["Origin", "http://localhost@notes.example", 403],
    ["Origin", "null", 403],
  ])(
    "a server bound to loopback takes loopback names alone: %s: %s is %i",
    async (name, value, status) => {
      const reply = await post(service, older("ping"), { headers: { [name]: value } });
      expect(reply.status).toBe(status);
      if (status === 403)
        expect(parsed(reply).error.message).toContain(`${name} must be localhost`);
    },
  );

  test.runIf(!isOnNode)("the deployed service takes any Origin and Host", async () => {
    const headers = { Host: "notes.example", Origin: "https://other.example" };
    const reply = await post(service, older("ping"), { headers });
    expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  });

  test.runIf(!isOnNode)(
    "-32603, with 200 for a client of 2025, else 500: the answer has nothing of the cause, the log has it",
    async () => {
      const failing = await openService({ assets: () => new Response(null, { status: 500 }) });
      const error = { code: -32603, message: "The server failed to answer. Try again later." };
      const reply = await post(failing, older("tools/list"));
      expect([reply.status, parsed(reply).error]).toEqual([200, error]);
      const newerReply = await ask(failing, "tools/list");
      expect([newerReply.status, parsed(newerReply).error]).toEqual([500, error]);
      expect(failing.log.join()).toMatch(/answered 500 .*to \/info\.json/);
    },
  );
});

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly annotations: object;
}

async function toolsOf(from: Service): Promise<{ tools: readonly Tool[]; length: number }> {
  const { result } = parsed<{ tools: Tool[] }>(await ask(from, "tools/list"));
  return { tools: result.tools, length: JSON.stringify(result).length };
}

/** Serves a note with a configuration. */
function serviceWith(config: string): Promise<Service> {
  return openVault({ "collections.yaml": config, "Größe & Maß.md": "A note.\n" });
}

describe("two tools", () => {
  test("search and fetch, each with a title and readOnlyHint, in at most 2,600 characters", async () => {
    const { tools, length } = await toolsOf(service);
    expect(tools.map(({ name }) => name)).toEqual(["search", "fetch"]);
    for (const { title, annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ title, readOnlyHint: true });
      for (const schema of [inputSchema, outputSchema])
        expect(schema).toMatchObject({ type: "object" });
    }
    expect(length).toBeLessThanOrEqual(2600);
  });

  test("they name what the notes are about, shortened, in at most 2,600 characters", async () => {
    const long = `${"Words about things. ".repeat(400)}\n\nMore.`;
    const other = await serviceWith(
      `api: ${JSON.stringify({ title: "T".repeat(100), description: long })}\n`,
    );
    const { tools, length } = await toolsOf(other);
    expect(tools[0]?.description).toContain(`${"T".repeat(100)}`);
    expect(tools[0]?.description).toContain("Words about things. Words");
    expect(length).toBeLessThanOrEqual(2600);
  });

  test.each(["tree", "hash table", "python", "nothing-at-all-like-it", "a"])(
    "search finds the ten best of what the API finds, and how many more there are: %s",
    async (query) => {
      const { structuredContent, content } = await callTool(service, "search", { query });
      const found: SearchResponse = JSON.parse(
        (await service.fetch(`/api/v1/search.json?q=${encodeURIComponent(query)}`)).body,
      );
      const results = found.results.slice(0, 10).map(({ route, title, summary }) => ({
        id: route,
        title,
        url: `http://localhost${noteAddress(route)}`,
        text: summary,
      }));
      const expected = found.count > 10 ? { results, more: found.count - 10 } : { results };
      expect(structuredContent).toEqual(expected);
      expect(content).toEqual([{ type: "text", text: JSON.stringify(expected) }]);
    },
  );

  test("search leaves out results beyond ten, and says so only then", async () => {
    const numbers = Array.from({ length: 11 }, (_, i) => i + 1);
    const other = await openVault({
      ...Object.fromEntries(numbers.map((n) => [`eleven ${n}.md`, "A note.\n"])),
      ...Object.fromEntries(numbers.slice(1).map((n) => [`ten ${n}.md`, "A note.\n"])),
    });
    const { structuredContent: eleven } = await callTool(other, "search", { query: "eleven" });
    expect([eleven.results.length, eleven.more]).toEqual([10, 1]);
    const { structuredContent: ten } = await callTool(other, "search", { query: "ten" });
    expect([ten.results.length, ten.more]).toEqual([10, undefined]);
  });

  test.each([
    { query: "" },
    { query: "  " },
    { query: "x".repeat(257) },
    { query: 5 },
    {},
    undefined,
  ])("search says what is wrong with %o", async (args) => {
    const reply = await post(service, older("tools/call", { name: "search", arguments: args }));
    expect(parsed(reply).result).toEqual({
      content: [{ type: "text", text: "`query` must be text of 1 to 256 characters." }],
      isError: true,
    });
  });

  test("fetch returns every note as the API has it", async () => {
    const { notes }: NoteList = JSON.parse((await service.fetch("/api/v1/notes.json")).body);
    for (const { route } of notes) {
      const { body } = await service.fetch(noteAddress(route));
      const { route: id, title, markdown: text, ...metadata }: FullNote = JSON.parse(body);
      const url = `http://localhost${noteAddress(route)}`;
      const { structuredContent, content } = await callTool(service, "fetch", { id });
      expect(structuredContent).toEqual({ id, title, text, url, metadata });
      expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
    }
  });

  test.each([
    ["/languages/c++", "/languages/c++"],
    ["/languages/c%2B%2B", "/languages/c++"],
    ["languages/c++", "/languages/c++"],
    ["/languages/c++/", "/languages/c++"],
    ["/languages/c++#history", "/languages/c++"],
    ["/languages/c++#2", "/languages/c++"],
    ["/languages/c++#piece=0", "/languages/c++"],
    ["/languages/c++#piece=2", "/languages/c++"],
    ["/subjects/cafe\u0301", "/subjects/café"],
    ["/old/café-c++", "/languages/c++"],
    ["http://localhost/api/v1/notes/languages/c%2B%2B.json", "/languages/c++"],
    ["http://localhost/api/v1/notes/languages/c++.json", "/languages/c++"],
    ["http://localhost/api/v1/notes/languages%2Fc%2B%2B.json?q=1#history", "/languages/c++"],
    ["HTTP://LocalHost/docs/api/v1/notes/languages/c%2B%2B.json", "/languages/c++"],
    ["http://localhost/languages/c++", "/languages/c++"],
    ["/api/v1/notes/languages/c%2B%2B.json", "/languages/c++"],
    ["/docs/api/v1/notes/languages/c++.json", "/languages/c++"],
    ["http://localhost/api/v1/notes/old/caf%C3%A9-c%2B%2B.json", "/languages/c++"],
  ])("fetch reads %s, as it may have been given, as %s", async (id, route) => {
    expect((await callTool(service, "fetch", { id })).structuredContent.id).toBe(route);
  });

  test.each([
    "https://notes.example/languages/c",
    "https://notes.example/api/v1/notes/languages/c.json",
    "http://localhost.example/languages/c",
    "http://localhost:81/languages/c",
    "file:///languages/c",
  ])("fetch does not find an address of another host, and says so: %s", async (id) => {
    const { isError, content } = await callTool(service, "fetch", { id });
    expect([isError, content[0]?.text]).toEqual([
      true,
      "There is no note with this id. It is an address of another host, whose notes are not here.",
    ]);
  });

  test.each([
    ["a misspelled one", "/languages/pythn", "/languages/python"],
    ["another address of the API", "/notes.json", undefined],
    ["a dot segment", "/../openapi", undefined],
    ["more of them", "../../../info", undefined],
    ["nothing", "", undefined],
    ["a fragment", "#", undefined],
    ["a percent sign", "/%", undefined],
    ["half a character", "\ud800", undefined],
    ["a control character", "/a\0b", undefined],
    ["half a URL", "http://[", undefined],
    ["5,000 slashes", "/".repeat(5000), undefined],
    ["20,000 letters", "x".repeat(20_000), undefined],
  ])("an id without a note is a result with isError and suggestions: %s", async (_, id, near) => {
    const { isError, content, structuredContent } = await callTool(service, "fetch", { id });
    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(content[0]?.text).toMatch(/^There is no note with this id\./);
    if (near !== undefined) expect(content[0]?.text).toContain(`The nearest ids: ${near}`);
  });

  test("results have the shapes that the tools name", async () => {
    const ajv = new Ajv2020({ strict: true });
    const { tools } = await toolsOf(service);
    const [search, fetch] = tools.map(({ outputSchema }) => ajv.compile(outputSchema));
    const found = await callTool(service, "search", { query: "tree" });
    const read = await callTool(service, "fetch", { id: found.structuredContent.results[0]!.id });
    expect([search!(found.structuredContent), fetch!(read.structuredContent)]).toEqual([
      true,
      true,
    ]);
  });

  test("a note above 50,000 characters comes in pieces, metadata.next being the id of the next", async () => {
    const part = "Words of a long note. ".repeat(1500);
    const long = await openVault({
      "long.md": `# One\n${part}\n# Two\n${part}\n# Three\n${part}`,
    });
    const { markdown }: FullNote = JSON.parse((await long.fetch("/api/v1/notes/long.json")).body);
    const ids: unknown[] = [];
    let text = "";
    for (let id: unknown = "/long"; typeof id === "string"; ) {
      const { structuredContent } = await callTool(long, "fetch", { id });
      expect(structuredContent).toMatchObject({ id, title: "long", metadata: { tags: [] } });
      ids.push(id);
      text += structuredContent.text;
      id = structuredContent.metadata.next;
    }
    expect([ids, text]).toEqual([["/long", "/long#piece=2", "/long#piece=3"], markdown]);
  });

  test("an id with a heading's anchor is that section alone, or the note if there is no such heading", async () => {
    const costs = "## Costs\n\nMemory.\n\n### Time\n\nSome.\n\n";
    const long = `## Löng *part*\n\n${"Words of a long section.\n".repeat(3000)}\n`;
    const text = `# A note\n\nText.\n\n${costs}## Costs\n\nAgain.\n\n${long}## 2\n\nTwo.\n`;
    const other = await openVault({ "a.md": text });
    const read = async (id: string) => (await callTool(other, "fetch", { id })).structuredContent;
    expect(await read("/a#costs")).toMatchObject({ id: "/a#costs", title: "A note", text: costs });
    expect((await read("/a#costs-1")).text).toBe("## Costs\n\nAgain.\n\n");
    expect((await read("/a#2")).text).toBe("## 2\n\nTwo.\n");
    expect(await read("/a#nothing")).toMatchObject({ id: "/a", metadata: { next: "/a#piece=2" } });
    const first = await read("http://localhost/api/v1/notes/a.json#l%C3%B6ng-part");
    expect(first).toMatchObject({
      id: "/a#löng-part",
      metadata: { next: "/a#löng-part&piece=2" },
    });
    const second = await read("/a#löng-part&piece=2");
    expect([second.id, second.metadata.next]).toEqual(["/a#löng-part&piece=2", undefined]);
    expect(first.text + second.text).toBe(long);
    expect((await read("/a#löng-part&piece=3")).id).toBe("/a#löng-part");
  });

  test("url is the note's page where the owner has one, and fetch takes it", async () => {
    const other = await serviceWith("api: { site: https://notes.example/docs/ }\n");
    const { structuredContent } = await callTool(other, "search", { query: "Größe" });
    const url = "https://notes.example/docs/gr%C3%B6%C3%9Fe-ma%C3%9F";
    expect(structuredContent.results).toMatchObject([{ id: "/größe-maß", url }]);
    for (const id of [
      "/größe-maß",
      url,
      decodeURIComponent(url),
      `${url}#heading`,
      url.replace("/docs", ""),
      "/docs/größe-maß",
      `http://localhost${noteAddress("/größe-maß" as Route)}`,
    ]) {
      const { structuredContent: read } = await callTool(other, "fetch", { id });
      expect([id, read?.id, read?.url]).toEqual([id, "/größe-maß", url]);
    }
    const misspelled = await callTool(other, "fetch", { id: `${url}e` });
    expect(misspelled.content[0]?.text).toContain("The nearest ids: /größe-maß");
  });

  test("a link that begins like the path of the site is a link, its address a page", async () => {
    const other = await openVault({
      "collections.yaml": "api: { site: https://notes.example/docs }\n",
      "docs/intro.md": "Inner.\n",
      "intro.md": "Outer.\n",
    });
    const idOf = async (id: string) =>
      (await callTool(other, "fetch", { id })).structuredContent.id;
    expect(await idOf("/docs/intro")).toBe("/docs/intro");
    expect(await idOf("https://notes.example/docs/intro")).toBe("/intro");
    expect(await idOf("https://notes.example/docs/docs/intro")).toBe("/docs/intro");
  });

  test("with a base path all is below it", async () => {
    const based = await openService({ vars: { BASE_PATH: "/docs" } });
    expect((await post(based, older("ping"))).status).toBe(405);
    const read = (id: string) => callTool(based, "fetch", { id }, { at: "/docs/mcp" });
    const url = "http://localhost/docs/api/v1/notes/languages/c.json";
    for (const id of ["/languages/c", url, url.replace("/docs", "")]) {
      expect((await read(id)).structuredContent).toMatchObject({ id: "/languages/c", url });
    }
    expect((await read("/old/café-c++")).structuredContent.id).toBe("/languages/c++");
    expect((await read("/languages/pythn")).content[0]?.text).toContain("ids: /languages/python");
    expect(JSON.parse((await based.fetch("/docs/")).body).addresses).toContain("/docs/mcp");
  });
});

test("any JSON as a message is answered according to the contract, and never with a 5xx", async () => {
  const word = fc.constantFrom(
    ..."tools/call tools/list initialize search fetch /languages/c#1 id".split(" "),
  );
  const key = fc.constantFrom(
    ..."jsonrpc id method params name arguments query _meta __proto__".split(" "),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.jsonValue(),
      tie("object"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
    object: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
  }));
  const message = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.constant(1),
    method: word,
    params: value,
  });
  const call = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.integer(),
    method: fc.constant("tools/call"),
    params: fc.record({
      name: word,
      arguments: fc.dictionary(
        fc.constantFrom("query", "id"),
        fc.oneof(fc.string({ unit: "binary" }), value),
      ),
    }),
  });
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(message, call, value), async (sent) => {
      const reply = await post(service, JSON.stringify(sent));
      if (reply.status >= 500) expect.fail(`${JSON.stringify(sent)}: ${reply.status}`);
      statuses.add(reply.status);
    }),
    { seed: 20261123, numRuns: Number(process.env.FUZZ_REQUESTS ?? 300) },
  );
  expect([...statuses].sort()).toEqual([200, 400]);
}, 600_000);

test("nothing of all this is logged", () => {
  expect(service.log).toEqual([]);
});
