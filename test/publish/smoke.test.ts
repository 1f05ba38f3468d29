import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
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
  const printing = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [code] = await once(child, "close");
  const [out, error] = await printing;
  const failed = [...out.matchAll(/^FAIL {2}([^:]*)/gm)].map(([, name]) => name);
  return { code, printed: out + error, failed };
}

/** Serves the service with altered replies. */
async function altered(alter: (text: string, headers: Headers, url: string) => string) {
  let asked = 0;
  const answer = async (request: IncomingMessage, out: ServerResponse) => {
    const { url = "", method = "GET", headers } = request;
    const etag = headers["if-none-match"];
    const sent = {
      "CF-Connecting-IP": `198.18.1.${asked++}`,
      ...(etag && { "If-None-Match": etag }),
    };
    const real = await fetch(service.origin + url, { method, headers: sent });
    const replied = new Headers(real.headers);
    for (const name of ["content-length", "content-encoding"]) replied.delete(name);
    const body = alter(await real.text(), replied, url);
    out.writeHead(real.status, Object.fromEntries(replied)).end(body);
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the smoke test passes on the built notes, below a base path, and with few requests allowed", async () => {
  const vars = { BASE_PATH: "/docs", RATE_LIMIT_REQUESTS: 5, RATE_LIMIT_WINDOW_SECONDS: 1 };
  const below = await startService({ vars });
  onTestFinished(below.stop);
  const { code, printed } = await smoke(`${below.origin}/docs/`);
  expect([code, printed]).toEqual([0, expect.stringMatching(/\nAll checks passed\.\n$/)]);
  expect((await smoke(service.origin, "--dist", DIST)).failed).toEqual([]);
});

const FILES = ["notes", "search", "list", "links"];
const ALL = [...FILES, "no such note", "writing"];

test.each<[what: string, alter: Parameters<typeof altered>[0], checks: string[]]>([
  ["CORS is off", drop("Access-Control-Allow-Origin"), ALL],
  ["nothing is limited", drop("X-RateLimit-Remaining"), ALL],
  ["nothing says how long to cache", drop("Cache-Control"), ALL],
  ["there are no entity tags", drop("ETag"), ["list"]],
  ["a note differs from its digest", change(/\/notes\/.*\.json$/, /"markdown":/), ["notes"]],
  ["a note differs in its part", change(/\/parts\/.*\.json$/, /"markdown":/g), ["notes"]],
  ["search finds nothing", change(/search\.json/, /(?<="results":)\[.*/, "[]}"), ["search"]],
])("the smoke test fails if %s", async (_, alter, checks) => {
  const { failed, code } = await smoke(await altered(alter));
  expect([failed, code]).toEqual([checks, 1]);
});

test.each([
  ["digests", "notes"],
  ["notes", "list"],
  ["links", "links"],
])("the smoke test fails if %s.json is not that of the build", async (file, check) => {
  const origin = await altered(change(new RegExp(`/v1/${file}\\.json$`), /$/));
  const { failed, printed } = await smoke(origin, "--dist", DIST);
  expect(failed).toEqual([check]);
  expect(printed).toContain(`/${file}.json differs from that of the build`);
});

test.each([[[]], [["notes.example"]]])("smoke %j is wrong usage", async (args) => {
  const { code, printed } = await smoke(...args);
  expect([code, printed]).toEqual([2, expect.stringContaining("Give one address")]);
});

function drop(name: string) {
  return (text: string, headers: Headers) => {
    headers.delete(name);
    return text;
  };
}

/** Changes what is found in the files at some addresses. */
function change(where: RegExp, what: RegExp, to = "$& ") {
  return (text: string, _: Headers, url: string) =>
    where.test(url) ? text.replace(what, to) : text;
}
