import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { OPENAPI_ADDRESS, SEARCH_ADDRESS } from "../../worker/contract/addresses.ts";
import { ApiDescription } from "../worker/api-description.ts";
import { ClientAddresses } from "./client-addresses.ts";
import { FloodResult } from "./flood.ts";
import { limitFaults } from "./limit-faults.ts";
import { memoryGrowth } from "./memory-growth.ts";
import { runSoak, type SoakResult } from "./run-soak.ts";
import { soakViolations } from "./soak-violations.ts";
import { wireFaults } from "./wire-faults.ts";

test("a flood breaks nothing, and the limit holds for who is no part of it", async () => {
  const result = await runSoak(inject("bundle"), {
    seconds: 7,
    maxRequests: 20_000,
    // Few in a long time, so that a slow machine reaches the limit too.
    limit: 5,
    windowSeconds: 3,
  });
  expect(soakViolations(result)).toEqual([]);
  expect([...result.flood.statuses.keys()]).toEqual(
    expect.arrayContaining([200, 204, 304, 400, 404, 405]),
  );
  expect(result.addresses.v6).toBeGreaterThan(100);
  const [steady, bursts, always] = result.controls.map(({ asked }) => asked);
  expect(steady?.every(({ accepted }) => accepted)).toBe(true);
  for (const asked of [bursts, always]) {
    expect(new Set(asked?.map(({ accepted }) => accepted))).toEqual(new Set([true, false]));
  }
});

const HEAD = `HTTP/1.1 200 OK
Access-Control-Allow-Origin: *
Access-Control-Expose-Headers: ETag, X-RateLimit-Remaining
Cache-Control: public, max-age=300
Content-Type: application/json
Cross-Origin-Resource-Policy: cross-origin
ETag: "a"
RateLimit: "default";r=59;t=60
RateLimit-Policy: "default";q=60;w=60
X-Content-Type-Options: nosniff
X-RateLimit-Limit: 60
X-RateLimit-Remaining: 59
`.replaceAll("\n", "\r\n");

test.each([
  ["C++", HEAD, []],
  ["C#", HEAD, ["the answer to another request"]],
  ["C++", HEAD.replace("application/json", "text/plain"), ["content-type: text/plain"]],
  ["C++", HEAD.replace("nosniff", "sniff"), ["x-content-type-options: sniff"]],
])("a response for C++ where %s was found, of %j, has the faults %j", (query, head, faults) => {
  const description = new ApiDescription(join(inject("bundle").folder, "dist", OPENAPI_ADDRESS));
  const body = Buffer.from(JSON.stringify({ query, count: 0, results: [] }));
  const request = `GET ${SEARCH_ADDRESS}?q=C%2b%2B HTTP/1.1\r\n\r\n`;
  const found = wireFaults(request, { status: 200, head, body }, description);
  expect(found.slice(0, faults.length)).toEqual(faults);
  expect(found.length > 0).toBe(faults.length > 0);
});

test("a soak tells of a runtime that ended before it", () => {
  const ended: SoakResult = {
    flood: new FloodResult(),
    failures: ["Error: read ECONNRESET"],
    addresses: new ClientAddresses(),
    controls: [],
    memory: memoryGrowth([]),
    log: "out of memory",
    isRunning: false,
  };
  expect(soakViolations(ended)).toEqual([
    "the runtime ended",
    "asking ended before its time: Error: read ECONNRESET",
    "the log is not empty: out of memory",
  ]);
});

const at = (sent: number, accepted: boolean) => ({ sent, received: sent + 10, accepted });

test.each([
  [[at(0, true), at(100, true), at(200, false), at(1010, true)], []],
  [[at(0, true), at(100, true), at(500, true)], ["more than 2 accepted in the window from 0 ms"]],
  [[at(0, true), at(100, false)], ["refused at 100 ms with fewer than 2 accepted"]],
])("the faults of %j at 2 in 1 s are %j", (asked, faults) => {
  expect(limitFaults(asked, 2, 1000)).toEqual(faults);
});

const samples = (mebibytes: (i: number) => number) =>
  Array.from({ length: 100 }, (_, i) => ({ isWarm: i >= 60, mebibytes: mebibytes(i) }));

test.each([
  ["flat", () => 300, true],
  ["with the peaks of a collector", (i: number) => 300 + 10 * (i % 5), true],
  ["grown in the warm-up alone", (i: number) => Math.min(300, 100 + 4 * i), true],
  ["growing all the time", (i: number) => 100 + 4 * i, false],
])("memory that is %s", (_, mebibytes, isFlat) => {
  expect(memoryGrowth(samples(mebibytes)).isFlat).toBe(isFlat);
});
