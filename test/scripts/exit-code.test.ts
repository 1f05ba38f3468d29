import { expect, test } from "vitest";
import { exitCode } from "../../scripts/exit-code.ts";

test.each([
  [0, null, 0],
  [3, null, 3],
  [null, "SIGKILL", 137],
  [null, "SIGTERM", 143],
] as const)("a process that ended with code %j and signal %j: %i", (code, signal, expected) => {
  expect(exitCode(code, signal)).toBe(expected);
});
