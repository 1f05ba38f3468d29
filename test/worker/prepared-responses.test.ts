import { expect, test } from "vitest";
import { PreparedResponses } from "../../worker/http/prepared-responses.ts";

const allowance = (remaining: number) => ({ accepted: true, remaining, resetSeconds: 60 });

test("a response is made once for each status, allowance and tag", () => {
  const responses = new PreparedResponses(60, 60);
  const made = [
    responses.of(200, allowance(59)),
    responses.of(200, allowance(58)),
    responses.of(404, allowance(59)),
    responses.of(304, allowance(59), '"a"'),
    responses.of(304, allowance(59), '"b"'),
    responses.of(304, { ...allowance(59), resetSeconds: 59 }, '"a"'),
  ];
  expect(new Set(made).size).toBe(made.length);
  expect(responses.of(304, allowance(59), '"a"')).toBe(made[3]);
  expect(made.map(({ status, headers }) => [status, headers.get("ETag")])).toEqual([
    [200, null],
    [200, null],
    [404, null],
    [304, '"a"'],
    [304, '"b"'],
    [304, '"a"'],
  ]);
});

test("those held are bounded", () => {
  const responses = new PreparedResponses(1_000_000, 60);
  const first = responses.of(200, allowance(0));
  for (let i = 1; i < 1024; i++) responses.of(200, allowance(i));
  expect(responses.of(200, allowance(0))).toBe(first);
  responses.of(200, allowance(1024));
  expect(responses.of(200, allowance(0))).not.toBe(first);
});
