import { expect, test } from "vitest";
import { Refusals } from "../../worker/limit/refusals.ts";

test("a refusal says when, and is made once", () => {
  const refusals = new Refusals(60, 60, "/docs");
  const refusal = refusals.of(7);
  expect(refusals.of(7)).toBe(refusal);
  expect(refusal.status).toBe(429);
  expect(JSON.parse(new TextDecoder().decode(refusal.body))).toEqual({
    type: "/docs/api/v1/openapi.json#/components/examples/TooManyRequests",
    title: "Too many requests",
    status: 429,
    detail: "At most 60 requests of one address are accepted in any 60 s. Ask again in 7 s.",
  });
});

test("those held are bounded", () => {
  const refusals = new Refusals(60, 86_400, "");
  const first = refusals.of(1);
  for (let seconds = 2; seconds <= 512; seconds++) refusals.of(seconds);
  expect(refusals.of(1)).toBe(first);
  refusals.of(513);
  expect(refusals.of(1)).not.toBe(first);
});
