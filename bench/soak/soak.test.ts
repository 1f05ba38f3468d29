import { expect, inject, test } from "vitest";
import type {} from "../../test/worker/global-setup.ts";
import { limitFaults } from "./control-client.ts";
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

const at = (sent: number, isAccepted: boolean) => ({ sent, received: sent + 10, isAccepted });

test.each([
  [[at(0, true), at(100, true), at(200, false), at(1010, true)], []],
  [[at(0, true), at(100, true), at(500, true)], ["more than 2 accepted in the window from 0 ms"]],
  [[at(0, true), at(100, false)], ["refused at 100 ms with fewer than 2 accepted"]],
])("with a limit of 2 in 1 s, the requests %j have the faults %j", (asked, faults) => {
  expect(limitFaults(asked, 2, 1000)).toEqual(faults);
});
