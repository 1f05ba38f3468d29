import { expect, inject, test } from "vitest";
import { runSoak } from "./run-soak.ts";

test.each(["workerd", "node"] as const)(
  "a flood breaks nothing, and the limit holds for clients that are not part of it: %s",
  async (host) => {
    const { violations, statuses, controls } = await runSoak(inject("bundle"), {
      host,
      seconds: 3,
      // Few requests in a long window, so that a slow machine reaches the limit too.
      limit: 4,
      windowSeconds: 2,
    });
    expect(violations).toEqual([]);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 304, 400, 404, 405]));
    const [steady] = controls;
    expect(steady?.every(({ isAccepted }) => isAccepted)).toBe(true);
  },
);
