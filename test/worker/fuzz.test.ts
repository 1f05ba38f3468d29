import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { HttpConnection, replyOf } from "../edge/http-connection.ts";
import { oddRequest, oddRequestForNode } from "../edge/odd-requests.ts";
import { bundledDescription, type Service, startService } from "./service.ts";

/** Number of requests; FUZZ_REQUESTS=50000 sends more than `npm test` does. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const AT_ONCE = 8;
/** Below the limit. With one request each, there would be more clients than the limiter counts. */
const REQUESTS_OF_A_CLIENT = 40;
// Seeded, so that a failure is the same on every machine; fast-check prints how to repeat it.
const SEED = Number(process.env.FUZZ_SEED ?? 20261122);

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const request = inject("host") === "node" ? oddRequestForNode : oddRequest;
const batch = fc.record({
  requests: fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }),
  cuts: fc.array(fc.nat(2000), { maxLength: 6 }),
});

test("any request, many at once and in pieces, is answered according to the contract, and never with a 5xx", async () => {
  const description = bundledDescription();
  const statuses = new Set<number>();
  let connection = await HttpConnection.open(service.port);
  onTestFinished(() => connection.close());
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(batch, async ({ requests, cuts }) => {
      const sent = requests.map((text) => {
        const number = Math.floor(asked++ / REQUESTS_OF_A_CLIENT);
        const client = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
        // If the fuzzer made up a client, it comes first, and the runtime joins both in one header.
        return `${text}CF-Connecting-IP: ${client}\r\n\r\n`;
      });
      const length = sent.join("").length;
      const places = cuts.filter((cut) => cut < length).toSorted((a, b) => a - b);
      connection = await connection.ready();
      const replies = await connection.sendAll(sent, places);
      for (const [i, wire] of replies.entries()) {
        const faults = description.faults(replyOf(sent[i]!, wire));
        if (wire.status >= 500) faults.push(`status ${wire.status}`);
        if (faults.length > 0) expect.fail(`${sent[i]}: ${faults.join("; ")}`);
        statuses.add(wire.status);
      }
    }),
    { seed: SEED, numRuns: Math.ceil(REQUESTS / AT_ONCE) },
  );
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 204, 304, 400, 404, 405]));
  expect(service.log).toEqual([]);
}, 600_000);
