import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { OPENAPI_ADDRESS, SEARCH_ADDRESS } from "../../worker/contract/addresses.ts";
import { ApiDescription } from "../worker/api-description.ts";
import { limitFaults } from "./control-client.ts";
import { runSoak, wireFaults } from "./run-soak.ts";

test("a flood breaks nothing, and the limit holds for clients that are no part of it", async () => {
  const { violations, statuses, clients, controls } = await runSoak(inject("bundle"), {
    seconds: 7,
    maxRequests: 20_000,
    // Few in a long time, so that a slow machine reaches the limit too.
    limit: 5,
    windowSeconds: 3,
  });
  expect(violations).toEqual([]);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 304, 400, 404, 405]));
  expect(clients).toBeGreaterThan(200);
  const [steady, bursts, always] = controls;
  expect(steady?.every(({ isAccepted }) => isAccepted)).toBe(true);
  for (const asked of [bursts, always]) {
    expect(new Set(asked?.map(({ isAccepted }) => isAccepted))).toEqual(new Set([true, false]));
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
X-Version: local
`.replaceAll("\n", "\r\n");

test.each([
  ["C++", HEAD, []],
  ["C#", HEAD, ["the answer to another request"]],
  ["C++", HEAD.replace("application/json", "text/plain"), ["content-type: text/plain"]],
  ["C++", HEAD.replace("nosniff", "sniff"), ["x-content-type-options: sniff"]],
])(
  "a soak sees what is wrong with an answer to C++ that found %s, of %j",
  (query, head, faults) => {
    const description = new ApiDescription(join(inject("bundle").folder, "dist", OPENAPI_ADDRESS));
    const body = Buffer.from(JSON.stringify({ query, count: 0, results: [] }));
    const request = `GET ${SEARCH_ADDRESS}?q=C%2b%2B HTTP/1.1\r\n\r\n`;
    const found = wireFaults(request, { status: 200, head, body }, description);
    expect(found.slice(0, faults.length)).toEqual(faults);
    expect(found.length > 0).toBe(faults.length > 0);
  },
);

const at = (sent: number, isAccepted: boolean) => ({ sent, received: sent + 10, isAccepted });

test.each([
  [[at(0, true), at(100, true), at(200, false), at(1010, true)], []],
  [[at(0, true), at(100, true), at(500, true)], ["more than 2 accepted in the window from 0 ms"]],
  [[at(0, true), at(100, false)], ["refused at 100 ms with fewer than 2 accepted"]],
])("a limit of 2 in 1 s, seen as %j, was broken by %j", (asked, faults) => {
  expect(limitFaults(asked, 2, 1000)).toEqual(faults);
});
