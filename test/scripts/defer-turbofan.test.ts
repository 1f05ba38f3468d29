import { cachedDataVersionTag } from "node:v8";
import { expect, test } from "vitest";
import { deferTurbofan } from "../../scripts/crew/defer-turbofan.ts";

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
