import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Rehearsal, rehearse } from "./rehearsal.ts";

const NOTHING = /^Nothing was deployed\./;
const INCOMPLETE = /^Version \S+ passed its test, but deploying it failed .* To go back/;
const TRIGGERS = /^Version \S+ is live, but its routes, .* To go back/;
const SETTINGS = /^Version \S+ is live, but its log settings/;

/** The requests of a publication, in order, with what a failure says, and whether the version is live. */
const CALLS = [
  { call: "GET deployments", says: NOTHING },
  { call: "GET subdomain", says: NOTHING },
  { call: "GET services", says: NOTHING },
  { call: "GET secrets", says: NOTHING },
  { call: "POST assets-upload-session", says: NOTHING },
  // Sent with a token of the upload's own, which the API gave it before.
  { call: "POST assets/upload", says: NOTHING, advice: /run this again/i },
  // Asked only to warn of secrets that the upload would replace, and there are none.
  { call: "GET settings" },
  { call: "POST versions", says: NOTHING },
  { call: "GET workers", says: NOTHING },
  { call: "GET versions/ID", says: INCOMPLETE },
  { call: "POST deployments", says: INCOMPLETE },
  { call: "PATCH script-settings", says: INCOMPLETE, isLive: true },
  { call: "POST subdomain", says: TRIGGERS, isLive: true },
  { call: "GET script-settings", says: SETTINGS, isLive: true },
];

const FAILURES = [
  { status: 401, times: Number.POSITIVE_INFINITY, advice: /Create a token from the template/ },
  { status: 429, times: 1 },
  { status: 500, times: Number.POSITIVE_INFINITY, advice: /run this again/i },
];

const ROWS = CALLS.flatMap(({ call, says, isLive = false, advice: own }) =>
  FAILURES.map(({ status, times, advice: usual }) => {
    const advice = usual && (own ?? usual);
    const isRed = says !== undefined && advice !== undefined;
    const often = times === 1 ? "once" : "always";
    return { call, status, times, often, says, advice, isLive, end: isRed ? "red" : "green" };
  }),
);

// Some forty publications: REHEARSE_ALL=1, as in .ci/run, has them.
describe.skipIf(!process.env.REHEARSE_ALL)("where the platform answers", () => {
  let rehearsal: Rehearsal;
  let remove = async () => {};

  beforeAll(async () => {
    rehearsal = await rehearse((end) => {
      remove = end;
    });
    const run = await rehearsal.push();
    expect(run.jobs, run.log).toEqual({ build: "success", publish: "success" });
  }, 300_000);

  afterAll(() => remove(), 300_000);

  test.each(ROWS)(
    "$call with $status $often, the run is $end",
    { timeout: 300_000 },
    async (row) => {
      const { platform } = rehearsal;
      const before = platform.live;
      platform.forgetFiles();
      platform.calls.length = 0;
      platform.failures = [{ call: row.call, status: row.status, times: row.times }];
      const run = await rehearsal.publish();
      expect(platform.calls).toContain(row.call);
      const sentence = run.summary.trim().split("\n\n").at(-1);
      const isRed = row.end === "red";
      expect(run.jobs, run.log).toEqual({ publish: isRed ? "failure" : "success" });
      expect(platform.live !== before).toBe(isRed ? row.isLive : true);
      expect(sentence).toMatch(isRed ? row.says! : /^Published: /);
      if (isRed) expect(sentence).toMatch(row.advice!);
      if (isRed) expect(run.log).toContain(`::error::${sentence}`);
    },
  );

  test("a call fails with 500 once, the run is green", { timeout: 300_000 }, async () => {
    const { platform, publish } = rehearsal;
    platform.failures = ["GET deployments", "POST versions", "POST deployments"].map((call) => ({
      call,
      status: 500,
      times: 1,
    }));
    const run = await publish();
    expect(run.jobs, run.log).toEqual({ publish: "success" });
    expect(platform.failures.map(({ times }) => times)).toEqual([0, 0, 0]);
  });
});
