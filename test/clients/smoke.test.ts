import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { type Asker, asker } from "../../scripts/smoke/asker.ts";
import { CHECKS } from "../../scripts/smoke/checks.ts";
import type { Reply } from "../../scripts/smoke/reply.ts";
import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import { note, vault } from "../scripts/vault.ts";
import { type Service, startService } from "../worker/service.ts";

const SMOKE = join(import.meta.dirname, "../../scripts/smoke.ts");
const DIST = join(inject("bundle").folder, "dist");

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

function smoke(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(process.execPath, [SMOKE, ...args], (_, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** A server that answers every request alike. */
async function serveAlways(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the smoke test passes on the service, within its limit, with the list that was built", async () => {
  const { code, stdout, stderr } = await smoke(`${service.origin}/`, "--dist", DIST, "--wait", "1");
  expect(stdout).toMatch(/^ok {4}list .* \d+ notes$/m);
  expect(stdout).toMatch(/^ok {4}no such note .* No such note$/m);
  expect(stdout).not.toContain("FAIL");
  expect(stdout).toMatch(/\n(\d+) of \1 checks passed\.\n$/);
  expect([stderr, code]).toEqual(["", 0]);
});

test("the smoke test passes on a service below a base path", async () => {
  const below = await startService({ vars: { BASE_PATH: "/docs" } });
  onTestFinished(below.stop);
  expect((await smoke(`${below.origin}/docs`)).code).toBe(0);
  expect((await smoke(below.origin)).code).toBe(1);
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
  const index = readFileSync(join(outDir, "search-index.bin"));
  const odd = await startService({ dist: outDir, index });
  onTestFinished(odd.stop);
  const { code, stdout } = await smoke(odd.origin, "--dist", outDir);
  expect(stdout).toMatch(new RegExp(`^ok {4}search .* ${asked}$`, "m"));
  expect([stdout.match(/^FAIL.*$/gm), code]).toEqual([null, 0]);
});

test("the smoke test fails where another service answers, and says what is wrong", async () => {
  const { code, stdout } = await smoke(await serveAlways(200, '{"count":0,"notes":[]}'));
  expect(stdout).toMatch(/^FAIL {2}list .* Access-Control-Allow-Origin is missing, not \*$/m);
  expect(stdout).toMatch(/^FAIL {2}note .* there are no notes$/m);
  expect(stdout).toMatch(/^FAIL {2}no such note .* status 200, not 404$/m);
  expect(stdout).toMatch(/^0 of \d+ checks passed\.$/m);
  expect(code).toBe(1);
});

test("the smoke test fails where every answer is a refusal", async () => {
  const { code, stdout } = await smoke(await serveAlways(429, "{}"));
  expect(stdout).toMatch(/^FAIL {2}list .* status 429, not 200$/m);
  expect(code).toBe(1);
});

test("the smoke test fails where another list was built", async () => {
  const dist = mkdtempSync(join(tmpdir(), "smoke-"));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  mkdirSync(join(dist, "api/v1"), { recursive: true });
  writeFileSync(join(dist, LIST_ADDRESS), '{"count":0,"notes":[]}');
  const { code, stdout } = await smoke(service.origin, "--dist", dist);
  expect(stdout.match(/^FAIL.*$/gm)).toEqual([
    expect.stringMatching(/^FAIL {2}list .* not the list that was built$/),
  ]);
  expect(code).toBe(1);
});

let clients = 0;

/** The checks that fail where replies of the service are not as they were. */
async function failing(alter: (reply: Reply) => Reply): Promise<string[]> {
  const ask: Asker = async (address, init) => {
    const headers = { ...init?.headers, "CF-Connecting-IP": `198.18.0.${++clients}` };
    return alter(await asker(service.origin)(address, { ...init, headers }));
  };
  const failed: string[] = [];
  for (const { name, run } of CHECKS) await run(ask, undefined).catch(() => failed.push(name));
  return failed;
}

const SUCCESSES = ["list", "note", "search", "openapi"];
const PROBLEMS = ["no query", "undecodable", "no such note", "no such address", "writing"];
const ALL = [...SUCCESSES, "unchanged", "head", "preflight", ...PROBLEMS];

test.each([
  ["Nothing", []],
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
])("%s missing fails %j", async (header, checks) => {
  const failed = await failing((reply) => {
    const headers = new Headers(reply.headers);
    headers.delete(header);
    return { ...reply, headers };
  });
  expect(failed).toEqual(checks);
});

test.each([
  ["list", "a count of other notes", /"count":\d+(?=,"notes")/, '"count":1'],
  ["note", "another note", /^\{"route":"[^"]+"/, '{"route":"/another"'],
  ["note", "no Markdown", /"markdown":/, '"html":'],
  ["search", "no results", /(?<=^\{"query".*)"results":.*/, '"results":[]}'],
  ["openapi", "another version", /"openapi":"3\.1/, '"openapi":"3.0'],
  ["writing", "another status in the document", /"status":405/, '"status":400'],
])("%s fails alone at %s", async (check, _, text, instead) => {
  const failed = await failing((reply) => ({ ...reply, text: reply.text.replace(text, instead) }));
  expect(failed).toEqual([check]);
});

test.for([
  { args: [], says: "One address is needed" },
  { args: ["notes.example"], says: "One address is needed" },
  { args: ["https://a.example", "https://b.example"], says: "One address is needed" },
  { args: ["https://a.example", "--wait", "long"], says: "--wait takes a number" },
  { args: ["https://a.example", "--dist", "/nowhere"], says: "/nowhere holds no built list" },
  { args: ["https://a.example", "--fast"], says: "--fast" },
])("smoke $args is wrong usage: $says", async ({ args, says }) => {
  const { code, stdout, stderr } = await smoke(...args);
  expect(stderr).toContain(says);
  expect([stdout, code]).toEqual(["", 2]);
});
