import { describe, expect, test } from "vitest";
import { limitSettings } from "../../worker/limit/limit-settings.ts";

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

describe("malformed: 60, and one line that says so", () => {
  test.each([0, -1, 1.5, Number.NaN, 1_000_001, "", "0", "abc", "6e1", "1.5", "-3", "0x10"])(
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
