import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { CHECKS } from "../../scripts/publish/checks.ts";
import { askService, type Reply } from "../../scripts/publish/service.ts";
import { note, vault } from "../build/vault.ts";
import { type Service, startService } from "../worker/service.ts";

const SMOKE = join(import.meta.dirname, "../../scripts/commands/smoke.ts");
const FAST = pathToFileURL(join(import.meta.dirname, "reach-edge.ts")).href;
const DIST = join(inject("bundle").folder, "dist");

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the smoke test with waits a hundred times shorter. */
function smoke(...args: string[]): Promise<Result> {
  return new Promise((done) => {
    const all = ["--import", FAST, SMOKE, ...args];
    const child = execFile(process.execPath, all, (_, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves the service, with its first `lag` responses in the name of another version. */
function serveVersions(lag: number): Promise<string> {
  let asked = 0;
  return serve(async ({ url = "", method = "GET", headers }, response) => {
    const etag = headers["if-none-match"];
    const real = await fetch(service.origin + url, {
      method,
      headers: { "CF-Connecting-IP": `198.18.1.${asked}`, ...(etag && { "If-None-Match": etag }) },
    });
    const reply = new Response(real.body, real);
    const version = ++asked > lag ? "new" : "old";
    reply.headers.set("X-Version", version);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  });
}

test("the smoke test passes on a service of the built notes", async () => {
  const { code, stdout, stderr } = await smoke(`${service.origin}/`, "--dist", DIST);
  expect(stdout).toMatch(/^ok {4}list .* \d+ notes$/m);
  expect(stdout).toMatch(/^ok {4}no such note .* No such note$/m);
  expect(stdout).not.toContain("FAIL");
  expect(stdout).toMatch(/\n(\d+) of \1 checks passed\.\n$/);
  expect([stderr, code]).toEqual(["", 0]);
});

test("the smoke test passes below a base path, and on a service that allows few requests", async () => {
  const vars = { BASE_PATH: "/docs", RATE_LIMIT_REQUESTS: 10, RATE_LIMIT_WINDOW_SECONDS: 1 };
  const below = await startService({ vars });
  onTestFinished(below.stop);
  const { code, stdout } = await smoke(`${below.origin}/docs`);
  expect([stdout.match(/^FAIL.*$/gm), code]).toEqual([null, 0]);
});

test("the smoke test waits for the given version", async () => {
  const args = ["--dist", DIST, "--version", "new", "--wait", "300"];
  const { code, stdout } = await smoke(await serveVersions(4), ...args);
  expect([stdout.match(/^FAIL.*$/gm), code]).toEqual([null, 0]);
});

test("the smoke test fails if another version keeps responding", async () => {
  const args = ["--dist", DIST, "--version", "new", "--wait", "60"];
  const { code, stdout } = await smoke(await serveVersions(Number.POSITIVE_INFINITY), ...args);
  expect(stdout).toMatch(/^FAIL {2}notes .* version old responds instead of new$/m);
  expect(stdout).toMatch(/^0 of \d+ checks passed\.$/m);
  expect(code).toBe(1);
});

test("the smoke test retries while nothing responds, and then says why it failed", async () => {
  let asked = 0;
  const origin = await serve(({ socket }) => {
    asked++;
    socket.destroy();
  });
  const { code, stdout } = await smoke(origin, "--version", "new", "--wait", "60");
  expect(stdout).toMatch(/^FAIL {2}notes .* fetch failed: /m);
  expect(asked).toBeGreaterThan(Object.keys(CHECKS).length);
  expect(code).toBe(1);
});

const ODD_TITLES = ["-rf", "tag:x", "'a -b'", "…", "x".repeat(257)];

test.each([
  { titles: [...ODD_TITLES, "Plain words"], asked: "1 for Plain words" },
  { titles: ODD_TITLES, asked: "0 for note" },
])("the smoke test passes on notes whose titles are $titles", async ({ titles, asked }) => {
  const { build, outDir } = vault(
    Object.fromEntries(titles.map((title, n) => [`guides/${n}.md`, note(title)])),
  );
  await build();
  const odd = await startService({ dist: outDir });
  onTestFinished(odd.stop);
  const { code, stdout } = await smoke(odd.origin, "--dist", outDir);
  expect(stdout).toMatch(new RegExp(`^ok {4}search .* ${asked}$`, "m"));
  expect([stdout.match(/^FAIL.*$/gm), code]).toEqual([null, 0]);
});

test("the smoke test fails on another service, and says what is wrong", async () => {
  const origin = await serve((_, response) => response.writeHead(200).end("{}"));
  const { code, stdout } = await smoke(origin);
  expect(stdout).toMatch(/^FAIL {2}list .* Access-Control-Allow-Origin is missing, expected \*$/m);
  expect(stdout).toMatch(/^FAIL {2}no such note .* status 200, expected 404$/m);
  expect(stdout).toMatch(/^0 of \d+ checks passed\.$/m);
  expect(code).toBe(1);
});

test("the smoke test fails if every request is refused", async () => {
  const origin = await serve((_, response) => response.writeHead(429).end("{}"));
  const { code, stdout } = await smoke(origin);
  expect(stdout).toMatch(/^FAIL {2}list .* status 429, expected 200$/m);
  expect(code).toBe(1);
});

test.each([
  { file: "digests", check: "notes", says: "the digests differ from those of the build" },
  { file: "notes", check: "list", says: "the list differs from that of the build" },
])("the smoke test fails if the $file are from another build", async ({ file, check, says }) => {
  const dist = mkdtempSync(join(tmpdir(), "smoke-"));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  cpSync(DIST, dist, { recursive: true });
  writeFileSync(join(dist, `api/v1/${file}.json`), '{"count":0}');
  const { code, stdout } = await smoke(service.origin, "--dist", dist);
  expect(stdout.match(/(?<=^FAIL {2})\w+/gm)).toEqual([check]);
  expect(stdout).toContain(says);
  expect(code).toBe(1);
});

let clients = 0;

/** Returns the checks that fail if the service's replies are altered. */
async function failing(alter: (reply: Reply) => Reply): Promise<string[]> {
  const send = askService(service.origin);
  const ask: typeof send = async (address, init) => {
    const headers = { ...init?.headers, "CF-Connecting-IP": `198.18.0.${++clients}` };
    return alter(await send(address, { ...init, headers }));
  };
  const failed: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    await check(ask, () => undefined).catch(() => failed.push(name));
  }
  return failed;
}

const SUCCESSES = ["notes", "list", "search", "openapi"];
const PROBLEMS = ["no query", "undecodable", "no such note", "no such address", "writing"];
const ALL = [...SUCCESSES, "unchanged", "head", "preflight", ...PROBLEMS];

test.each([
  ["nothing", []],
  ["Access-Control-Allow-Origin", ALL],
  ["Access-Control-Expose-Headers", ALL],
  ["X-Content-Type-Options", ALL],
  ["Cross-Origin-Resource-Policy", ALL],
  ["X-RateLimit-Limit", ALL],
  ["X-RateLimit-Remaining", ALL],
  ["RateLimit-Policy", ALL],
  ["RateLimit", ALL],
  ["Cache-Control", [...SUCCESSES, "unchanged", "head", ...PROBLEMS]],
  ["Content-Type", [...SUCCESSES, "head", ...PROBLEMS]],
  ["ETag", [...SUCCESSES, "unchanged", "head"]],
  ["Access-Control-Allow-Methods", ["preflight"]],
])("if %s is missing, these checks fail: %j", async (header, checks) => {
  const failed = await failing((reply) => {
    const headers = new Headers(reply.headers);
    headers.delete(header);
    return { ...reply, headers };
  });
  expect(failed).toEqual(checks);
});

test.each([
  ["list", "the count is wrong", /"count":\d+(?=,"notes")/, '"count":1'],
  ["notes", "a text differs", /"markdown":"/, '"markdown":" '],
  ["search", "there are no results", /(?<=^\{"query".*)"results":.*/, '"results":[]}'],
  ["openapi", "its version differs", /"openapi":"3\.1/, '"openapi":"3.0'],
  ["writing", "the document has another status", /"status":405/, '"status":400'],
])("only the check %s fails if %s", async (check, _, text, instead) => {
  const failed = await failing((reply) => ({ ...reply, text: reply.text.replace(text, instead) }));
  expect(failed).toEqual([check]);
});

test.for([
  { args: [], says: "Give one address" },
  { args: ["notes.example"], says: "Give one address" },
  { args: ["https://a.example", "--wait", "long"], says: "--wait takes a number" },
  { args: ["https://a.example", "--dist", "/nowhere"], says: "/nowhere contains no built notes" },
])("smoke $args is wrong usage: $says", async ({ args, says }) => {
  const { code, stdout, stderr } = await smoke(...args);
  expect(stderr).toContain(says);
  expect([stdout, code]).toEqual(["", 2]);
});
