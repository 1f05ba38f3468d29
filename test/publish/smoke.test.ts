import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { note, vault } from "../build/vault.ts";
import { type Service, startService } from "../worker/service.ts";

const SMOKE = join(import.meta.dirname, "../../scripts/commands/smoke.ts");
const DIST = join(inject("bundle").folder, "dist");

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

/** Runs the smoke test and returns the names of the checks that failed. */
async function smoke(...args: string[]) {
  const child = execFile(process.execPath, [SMOKE, ...args]);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text) => {
      printed += text;
    });
  }
  const [code] = await once(child, "close");
  const failed = [...printed.matchAll(/^FAIL {2}(.{16})/gm)].map(([, name = ""]) => name.trim());
  return { code, printed, failed };
}

/** Serves the service with altered replies. */
async function altered(alter: (text: string, headers: Headers, url: string) => string) {
  let asked = 0;
  const answer = async ({ url = "", method, headers }: IncomingMessage, out: ServerResponse) => {
    const etag = headers["if-none-match"];
    const real = await fetch(service.origin + url, {
      method: method ?? "GET",
      headers: {
        "CF-Connecting-IP": `198.18.1.${asked++}`,
        ...(etag && { "If-None-Match": etag }),
      },
    });
    const replied = new Headers(real.headers);
    for (const name of ["content-length", "content-encoding"]) replied.delete(name);
    const text = alter(await real.text(), replied, url);
    out.writeHead(real.status, Object.fromEntries(replied)).end(text);
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the smoke test passes on a service of the built notes", async () => {
  const { code, printed } = await smoke(`${service.origin}/`, "--dist", DIST);
  expect(printed).toMatch(/\nAll checks passed\.\n$/);
  expect(code).toBe(0);
});

test("the smoke test passes below a base path, and on a service that allows few requests", async () => {
  const vars = { BASE_PATH: "/docs", RATE_LIMIT_REQUESTS: 10, RATE_LIMIT_WINDOW_SECONDS: 1 };
  const below = await startService({ vars });
  onTestFinished(below.stop);
  const { code, failed } = await smoke(`${below.origin}/docs`);
  expect([failed, code]).toEqual([[], 0]);
});

test("the smoke test passes on notes without a title that can be searched for", async () => {
  const titles = ["-rf", "tag:x", "'a -b'", "…", "x".repeat(257)];
  const files = titles.map((title, n) => [`guides/${n}.md`, note(title)]);
  const { build, outDir } = vault(Object.fromEntries(files));
  await build();
  const odd = await startService({ dist: outDir });
  onTestFinished(odd.stop);
  expect((await smoke(odd.origin, "--dist", outDir)).failed).toEqual([]);
});

const PROBLEMS = ["no query", "undecodable", "no such note", "no such address", "writing"];
const FILES = ["notes", "search", "list", "openapi", "head"];

test.each<[what: string, alter: Parameters<typeof altered>[0], checks: string[]]>([
  ["CORS is off", drop("Access-Control-Allow-Origin"), [...FILES, "preflight", ...PROBLEMS]],
  ["nothing is limited", drop("X-RateLimit-Remaining"), [...FILES, "preflight", ...PROBLEMS]],
  ["nothing may be cached", drop("Cache-Control"), [...FILES, ...PROBLEMS]],
  ["there are no entity tags", drop("ETag"), FILES],
  ["a note differs from its digest", (text) => text.replace(/"markdown":"/, "$& "), ["notes"]],
  ["search finds nothing", (text) => text.replace(/(?<=^\{"query".*)\[.*/, "[]}"), ["search"]],
  [
    "an error has another status",
    (text) => text.replace('"status":405', '"status":400'),
    ["writing"],
  ],
])("the smoke test fails if %s", async (_, alter, checks) => {
  const { failed, code } = await smoke(await altered(alter));
  expect([failed, code]).toEqual([checks, 1]);
});

test.each([
  ["digests", "notes"],
  ["notes", "list"],
  ["openapi", "openapi"],
])("the smoke test fails if %s.json is not that of the build", async (file, check) => {
  const origin = await altered((text, _, url) =>
    url.endsWith(`/${file}.json`) ? `${text} ` : text,
  );
  const { failed, printed } = await smoke(origin, "--dist", DIST);
  expect(failed).toEqual([check]);
  expect(printed).toContain(`/${file}.json differs from that of the build`);
});

test.each([
  [[], "Give one address"],
  [["notes.example"], "Give one address"],
])("smoke %j is wrong usage: %s", async (args, says) => {
  const { code, printed } = await smoke(...args);
  expect([code, printed]).toEqual([2, expect.stringContaining(says)]);
});

function drop(name: string) {
  return (text: string, headers: Headers) => {
    headers.delete(name);
    return text;
  };
}
