import { execFileSync } from "node:child_process";
import { cachedDataVersionTag } from "node:v8";
import { expect, test } from "vitest";
import { deferTurbofan, USUAL_CALLS } from "../../scripts/crew/defer-turbofan.ts";

test("V8 has its usual flags again once the work is done", () => {
  // The tag is made of the flags, and of whether any were set.
  deferTurbofan()[Symbol.dispose]();
  const usual = cachedDataVersionTag();
  {
    using _ = deferTurbofan();
    expect(cachedDataVersionTag()).not.toBe(usual);
  }
  expect(cachedDataVersionTag()).toBe(usual);
});

test("what it takes for usual is what this V8 has", () => {
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(options).toContain(`default: --invocation-count-for-turbofan=${USUAL_CALLS}\n`);
});
