import { describe, expect, test } from "vitest";
import { limitSettings } from "../../worker/limit/limit-settings.ts";
import { RateLimiter } from "../../worker/limit/rate-limiter.ts";

type Env = Parameters<typeof limitSettings>[0];

function settings(vars: Env) {
  const reports: string[] = [];
  const read = limitSettings(vars, (message) => reports.push(message));
  return { ...read, reports };
}

test("60 requests in 60 seconds, when nothing is set", () => {
  expect(settings({})).toEqual({ requests: 60, windowSeconds: 60, reports: [] });
});

test("numbers and their digits", () => {
  const vars = { RATE_LIMIT_REQUESTS: 600, RATE_LIMIT_WINDOW_SECONDS: "10" };
  expect(settings(vars)).toEqual({ requests: 600, windowSeconds: 10, reports: [] });
});

test("who uses up the most that can be set leaves room for others", () => {
  const { requests: limit } = settings({ RATE_LIMIT_REQUESTS: 100_000 });
  expect(limit).toBe(100_000);
  const limiter = new RateLimiter({ limit, windowMs: 60_000, seed: 1 });
  const take = (client: number) => limiter.take({ high: 0, low: client }, 0);
  for (let left = limit; left > 0; left--) take(1);
  expect(take(1).accepted).toBe(false);
  expect(take(2)).toMatchObject({ accepted: true, remaining: limit - 1 });
});

describe("malformed: 60, and one line that says so", () => {
  test.each([0, -1, 1.5, Number.NaN, 100_001, "", "0", "abc", "6e1", "1.5", "-3", "0x10"])(
    "%j",
    (value) => {
      const { requests, reports } = settings({ RATE_LIMIT_REQUESTS: value });
      expect(requests).toBe(60);
      expect(reports).toEqual([
        expect.stringMatching(/^RATE_LIMIT_REQUESTS must be a whole number/),
      ]);
    },
  );

  test("of the window too", () => {
    const { windowSeconds, reports } = settings({ RATE_LIMIT_WINDOW_SECONDS: 86_401 });
    expect(windowSeconds).toBe(60);
    expect(reports).toHaveLength(1);
  });
});
