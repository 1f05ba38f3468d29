import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Rehearsal, rehearse } from "./rehearsal.ts";

const NOTHING = /^Nothing was deployed\./;
const INCOMPLETE = /^Version \S+ passed its test, but deploying it failed .* To go back/;
const TRIGGERS = /^Version \S+ is live, but its routes, .* To go back/;
const SETTINGS = /^Version \S+ is live, but its log settings/;

/** The requests of a publication, in order: what the run says if one fails, and whether the version is live then. */
const CALLS = [
  { call: "GET deployments", says: NOTHING },
  { call: "GET subdomain", says: NOTHING },
  { call: "GET services", says: NOTHING },
  { call: "GET secrets", says: NOTHING },
  { call: "POST assets-upload-session", says: NOTHING },
  { call: "POST assets/upload", says: NOTHING },
  { call: "POST versions", says: NOTHING },
  { call: "GET workers", says: NOTHING },
  { call: "GET versions/ID", says: INCOMPLETE },
  { call: "POST deployments", says: INCOMPLETE },
  { call: "PATCH script-settings", says: INCOMPLETE, isLive: true },
  { call: "POST subdomain", says: TRIGGERS, isLive: true },
  { call: "GET script-settings", says: SETTINGS, isLive: true },
];

const NEW_TOKEN = /Create a token from the template/;
const AGAIN = /run this again/i;

const REFUSED = CALLS.flatMap(({ call, says, isLive = false }) => [
  // Files are uploaded with a token that the API issues for the upload, so a new API token does not help.
  { call, says, isLive, status: 401, advice: call === "POST assets/upload" ? AGAIN : NEW_TOKEN },
  { call, says, isLive, status: 500, advice: AGAIN },
]);

/** All requests, at most one per wrangler command in each row, because a command is retried only once. */
const ONCE = [
  ["GET deployments", "GET services", "GET versions/ID", "POST subdomain"],
  ["GET subdomain", "GET secrets", "POST deployments"],
  ["GET script-settings", "POST assets-upload-session", "PATCH script-settings"],
  ["POST assets/upload"],
  ["GET settings"],
  ["POST versions"],
  ["GET workers"],
];

// About 35 publications, which run only with REHEARSE_ALL=1, as in .ci/run.
describe.skipIf(!process.env.REHEARSE_ALL)("when the platform fails", { timeout: 300_000 }, () => {
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

  async function publishWith(calls: readonly string[], status: number, times: number) {
    const { platform, publish } = rehearsal;
    platform.forgetFiles();
    platform.failures = calls.map((call) => ({ call, status, times }));
    const run = await publish();
    return { run, sentence: run.summary.trim().split("\n\n").at(-1) };
  }

  test.each(REFUSED)(
    "if $call returns $status, the run is red and says what to do",
    async ({ call, status, says, advice, isLive }) => {
      const before = rehearsal.platform.live;
      const { run, sentence } = await publishWith([call], status, Number.POSITIVE_INFINITY);
      expect(run.jobs, run.log).toEqual({ publish: "failure" });
      expect(rehearsal.platform.live !== before).toBe(isLive);
      expect(sentence).toMatch(says);
      expect(sentence).toMatch(advice);
      expect(run.log).toContain(`::error::${sentence}`);
    },
  );

  test.each([
    ...ONCE.map((calls) => ({ calls, status: 429 })),
    { calls: ONCE.flat().slice(0, 4), status: 500 },
  ])("if $calls return $status once, the run is green", async ({ calls, status }) => {
    const { run, sentence } = await publishWith(calls, status, 1);
    expect(run.jobs, run.log).toEqual({ publish: "success" });
    expect(sentence).toMatch(/^Published: /);
    expect(rehearsal.platform.failures.map(({ times }) => times)).toEqual(calls.map(() => 0));
  });

  // wrangler reads them only to warn about secrets that the upload would replace.
  test("if the Worker's bindings cannot be read, the run is green", async () => {
    const { run } = await publishWith(["GET settings"], 500, Number.POSITIVE_INFINITY);
    expect(run.jobs, run.log).toEqual({ publish: "success" });
  });
});
