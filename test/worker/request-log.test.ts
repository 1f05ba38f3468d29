import { join } from "node:path";
import { Response } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { sampleRate } from "../../worker/log/sample-rate.ts";
import { type Service, startService } from "./service.ts";

async function start(rate: string | number, limit = 60): Promise<Service> {
  const service = await startService({
    vars: { LOG_SAMPLE_RATE: rate, RATE_LIMIT_REQUESTS: limit },
  });
  onTestFinished(service.stop);
  return service;
}

/** The lines once all of them are there: the log comes by another way than the responses. */
async function lines({ log }: Service, count: number): Promise<unknown[]> {
  await expect.poll(() => log.length).toBe(count);
  return log.map((line) => JSON.parse(line).request);
}

test("at a rate of 1 every request is one line of JSON", async () => {
  const service = await start(1, 6);
  const client = "192.0.2.7";
  const { headers } = await service.fetch("/api/v1/notes.json", { client });
  const again = { "If-None-Match": headers.etag ?? "" };
  await service.fetch("/api/v1/notes.json", { client, headers: again });
  await service.fetch("/api/v1/notes/languages/c++.json", { client, method: "HEAD" });
  await service.fetch("/api/v1/search.json?q=hash+table", { client });
  await service.fetch("/api/v1/notes/none.json", { client });
  await service.fetch("/%ZZ", { client });
  await service.fetch("/api/v1/notes.json", { client });
  await service.fetch("/api/v1/notes.json", { client, method: "OPTIONS" });
  expect(await lines(service, 8)).toEqual([
    { method: "GET", address: "/api/v1/notes.json", status: 200, remaining: 5 },
    { method: "GET", address: "/api/v1/notes.json", status: 304, remaining: 4 },
    { method: "HEAD", address: "/api/v1/notes/languages/c%2B%2B.json", status: 200, remaining: 3 },
    { method: "GET", address: "/api/v1/search.json", status: 200, remaining: 2 },
    { method: "GET", address: "/api/v1/notes/none.json", status: 404, remaining: 1 },
    { method: "GET", address: null, status: 400, remaining: 0 },
    { method: "GET", address: "/api/v1/notes.json", status: 429, remaining: 0 },
    { method: "OPTIONS", address: "/api/v1/notes.json", status: 204, remaining: null },
  ]);
});

test("a request that fails is one line, beside the cause", async () => {
  const service = await startService({
    vars: { LOG_SAMPLE_RATE: 1 },
    assets: () => new Response(null, { status: 503 }),
  });
  onTestFinished(service.stop);
  await service.fetch("/api/v1/notes.json");
  await service.fetch("/nothing");
  await expect.poll(() => service.log.at(-1)).toContain("/nothing");
  const lines = service.log.filter((line) => line.startsWith("{"));
  expect(lines.map((line) => JSON.parse(line).request.status)).toEqual([500, 404]);
  expect(service.log[0]).toContain("503");
});

test("at a rate of 0.5 some requests are logged, and some are not", async () => {
  const service = await startService({
    vars: { LOG_SAMPLE_RATE: 0.5 },
    assets: () => new Response(null, { status: 503 }),
  });
  onTestFinished(service.stop);
  await Promise.all(Array.from({ length: 100 }, () => service.fetch("/nothing")));
  // Its cause is always logged, and so stands behind all lines there are.
  await service.fetch("/api/v1/notes.json");
  await expect.poll(() => service.log.join("\n")).toContain("503");
  const lines = service.log.filter((line) => line.includes("/nothing"));
  // One run in a billion has fewer or more.
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThan(80);
});

test("a line says nothing of who asked", async () => {
  const service = await start(1);
  await service.fetch("/api/v1/search.json?q=secret+wish&token=secret", {
    client: "192.0.2.99",
    headers: {
      Authorization: "Bearer secret",
      Cookie: "secret=1",
      Referer: "https://secret.example/",
      "User-Agent": "secret/1.0",
      "X-Forwarded-For": "198.51.100.3",
    },
  });
  await service.fetch(`/api/v1/notes/${"long/".repeat(200)}.json`);
  await lines(service, 2);
  expect(service.log.join("\n")).not.toMatch(/secret|192\.0\.2|198\.51\.100/);
  for (const line of service.log) expect(line.length).toBeLessThan(400);
});

test("the platform keeps what the Worker logs, and no record of a request of its own", () => {
  const config = join(import.meta.dirname, "../../wrangler.toml");
  expect(unstable_readConfig({ config }).observability).toEqual({
    enabled: true,
    logs: { enabled: true, invocation_logs: false },
    traces: { enabled: false },
  });
});

test.for([0, "0", "", "all", 2, -1])(
  "at a rate of %j nothing is logged of requests",
  async (rate) => {
    const service = await start(rate);
    await service.fetch("/api/v1/notes.json");
    await service.fetch("/api/v1/notes/none.json");
    expect(service.log.filter((line) => line.includes('"request"'))).toEqual([]);
  },
);

test.for([
  [undefined, 0],
  [0, 0],
  [1, 1],
  ["0.01", 0.01],
  [0.5, 0.5],
] as const)("LOG_SAMPLE_RATE %j is %d", ([value, rate]) => {
  const reports: string[] = [];
  expect(sampleRate(value, (message) => reports.push(message))).toBe(rate);
  expect(reports).toEqual([]);
});

test.for(["", " ", "all", "50%", 2, -0.1, Number.NaN])(
  "LOG_SAMPLE_RATE %j is 0, and is reported",
  (value) => {
    const reports: string[] = [];
    expect(sampleRate(value, (message) => reports.push(message))).toBe(0);
    expect(reports).toHaveLength(1);
  },
);
