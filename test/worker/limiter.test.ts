import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientOf } from "../../worker/limit/client.ts";
import { RateLimiter } from "../../worker/limit/limiter.ts";

// How the limit behaves over time and in a flood; the rest is in `contract.test.ts`.

interface Options {
  limit: number;
  windowMs?: number;
  maxClients?: number;
}

function limiterOf({ limit, windowMs = 1000, maxClients }: Options) {
  const reports: string[] = [];
  const report = (message: string) => reports.push(message);
  const limiter = new RateLimiter({ limit, windowMs, report, ...(maxClients && { maxClients }) });
  const takes = (client: string, times: readonly number[]) =>
    times.map((now) => limiter.take(client, now).accepted);
  return { limiter, takes, reports };
}

const times = (count: number, now: number) => Array<number>(count).fill(now);

describe("the window", () => {
  test.each<[what: string, limit: number, asked: number[], accepted: string]>([
    ["stands still while the clock runs backwards", 1, [5000, 4000, 4500, 5999, 6000], "ynnny"],
    [
      "goes on from where it was after the clock was set back by more than a window",
      1,
      [90_000, 3000, 3999, 4000, 4999, 5000, 1000, 1999, 2000],
      "ynnynynny",
    ],
  ])("%s", (_, limit, asked, accepted) => {
    const taken = limiterOf({ limit }).takes("a", asked);
    expect(taken.map((isAccepted) => (isAccepted ? "y" : "n")).join("")).toBe(accepted);
  });

  test("never asks to wait longer than itself, though the clock runs backwards", () => {
    const { limiter } = limiterOf({ limit: 1 });
    limiter.take("a", 5000);
    expect(limiter.take("a", 4100).resetSeconds).toBe(1);
  });

  test("agrees with a naive model on who is accepted, what is left, and when to retry", () => {
    const step = fc.record({
      who: fc.nat(4).map(String),
      afterMs: fc.oneof(fc.nat(3), fc.nat(900), fc.constantFrom(999, 1000, 1001, 2000, 2500)),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300 }),
        fc.integer({ min: 1, max: 5 }),
        (steps, limit) => {
          const { limiter } = limiterOf({ limit });
          const asked = new Map<string, number[]>();
          let now = 0;
          for (const { who, afterMs } of steps) {
            now += afterMs;
            const accepted = (asked.get(who) ?? []).filter((time) => time > now - 1000);
            const isAccepted = accepted.length < limit;
            if (isAccepted) accepted.push(now);
            asked.set(who, accepted);
            expect(limiter.take(who, now)).toEqual({
              accepted: isAccepted,
              remaining: limit - accepted.length,
              resetSeconds: Math.ceil(((accepted[0] ?? now) + 1000 - now) / 1000),
            });
            const { remaining } = limiter.peek(who, now);
            expect(remaining).toBe(limit - accepted.length);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

test.each([8337806.753542489, 220938.2081316928])(
  "at %d ms, a window of 60 s ends in 60 s",
  (now) => {
    const { limiter } = limiterOf({ limit: 2, windowMs: 60_000 });
    expect(limiter.take("a", now).resetSeconds).toBe(60);
    expect(limiter.peek("b", now).resetSeconds).toBe(0);
  },
);

describe("a flood of addresses", () => {
  const MAX_CLIENTS = 1000;

  function flooded(before: (takes: ReturnType<typeof limiterOf>["takes"]) => void) {
    const made = limiterOf({ limit: 3, maxClients: MAX_CLIENTS });
    before(made.takes);
    const accepted = Array.from(
      { length: 5000 },
      (_, i) => made.limiter.take(`f${i}`, 10).accepted,
    );
    return { ...made, accepted };
  }

  test("refuses no new client, and keeps no more clients than the maximum", () => {
    const { limiter, accepted } = flooded(() => {});
    expect(accepted).not.toContain(false);
    expect(limiter.clients).toBe(MAX_CLIENTS);
    for (let i = 0; i < 10; i++) {
      expect(limiter.take("new", 11)).toEqual({ accepted: true, remaining: 3, resetSeconds: 0 });
    }
  });

  test("frees no client that is limited, and forgets no requests of one that is not", () => {
    const { takes } = flooded((take) => {
      take("limited", [0, 1, 2]);
      take("begun", [0]);
    });
    expect(takes("limited", [11, 999, 1000])).toEqual([false, false, true]);
    expect(takes("begun", [1000, 1001, 1002, 1003])).toEqual([true, true, true, false]);
  });

  test("is reported in the log, once", () => {
    const { limiter, reports } = flooded(() => {});
    for (let i = 0; i < 5000; i++) limiter.take(`g${i}`, 20);
    expect(reports).toEqual([expect.stringContaining(`counts ${MAX_CLIENTS} clients`)]);
  });

  test("leaves nothing behind: after two windows new clients are counted again", () => {
    const { limiter, takes } = flooded(() => {});
    limiter.take("late", 1010);
    expect(takes("new", times(4, 2010))).toEqual([true, true, true, false]);
    expect(limiter.clients).toBeLessThan(3);
  });

  test("takes no room of a new client once it has been silent for two windows", () => {
    const { limiter, takes } = flooded(() => {});
    expect(takes("new", times(4, 2010))).toEqual([true, true, true, false]);
    expect(limiter.clients).toBe(1);
  });

  test("counts a client once, even if it sends requests in window after window", () => {
    const { limiter, takes } = limiterOf({ limit: 3 });
    takes("a", [0, 1000, 1999, 2000, 3500]);
    expect(limiter.clients).toBe(1);
  });

  test("takes no more memory for values longer than any address", () => {
    expect(clientOf("1".repeat(5000)).length).toBeLessThan(50);
    expect(clientOf(`${"1".repeat(5000)}::`).length).toBeLessThan(50);
  });

  test.each([
    [1, 114_912],
    [10_000, 278],
  ])("at a limit of %i there is room for %i clients", (limit, clients) => {
    expect(limiterOf({ limit }).limiter.maxClients).toBe(clients);
  });
});
