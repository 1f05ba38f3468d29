import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { note, type Rehearsal, rehearse } from "./rehearsal.ts";
import type { Run } from "./runner.ts";

// Each test runs the real wrangler several times. `npm test` runs those that a change is most likely to
// break; REHEARSE_ALL=1, as in .ci/run, runs all of them, which takes some minutes.
// The jobs run in bash, as on Linux.
const OPTIONS = { timeout: 300_000, skip: process.platform === "win32" };
const RARE = { ...OPTIONS, skip: OPTIONS.skip || !process.env.REHEARSE_ALL };

const HOST = "notes-reference-api.somebody.workers.dev";
const GREEN = { build: "success", publish: "success" };
const RED = { build: "success", publish: "failure" };

/** The files that are uploaded as assets, without the search index, which is a module of the Worker. */
const FILES = [
  "/api/v1/digests.json",
  "/api/v1/notes.json",
  "/api/v1/notes/guides/one.json",
  "/api/v1/notes/guides/three.json",
  "/api/v1/notes/guides/two.json",
  "/api/v1/openapi.json",
];

function sentences({ summary }: Run): string[] {
  return summary.trim().split("\n\n");
}

async function markdownOf({ platform }: Rehearsal, name: string): Promise<unknown> {
  const address = `${platform.origin}/api/v1/notes/guides/${name}.json`;
  const response = await fetch(address, { headers: { "X-Edge-Host": HOST } });
  const note = (await response.json()) as { markdown?: unknown };
  return response.status === 200 ? note.markdown : response.status;
}

async function publishedOnce(): Promise<Rehearsal> {
  const rehearsal = await rehearse();
  const run = await rehearsal.push();
  expect(run.jobs, run.log).toEqual(GREEN);
  rehearsal.platform.calls.length = 0;
  return rehearsal;
}

test(
  "a push is green once its version is live, and red if the version fails its test",
  OPTIONS,
  async () => {
    const rehearsal = await rehearse();
    const { platform } = rehearsal;
    const first = await rehearsal.push();
    expect(first.jobs, first.log).toEqual(GREEN);
    expect(sentences(first)).toEqual([
      `Published: version ${platform.live} answers at https://${HOST}.`,
    ]);
    expect([...platform.versions[0]!.files.keys()].toSorted()).toEqual(FILES);

    const before = platform.live;
    platform.calls.length = 0;
    platform.isFaulty = true;
    rehearsal.write("content/guides/one.md", note("one", "Another text."));
    const fault = await rehearsal.push();
    expect(fault.jobs, fault.log).toEqual(RED);
    expect(fault.log).toMatch(/^FAIL {2}writing .* status 200, expected 405$/m);
    expect(platform.live).toBe(before);
    expect(platform.calls).not.toContain("POST deployments");
    const bad = platform.versions.at(-1)?.id;
    expect(sentences(fault)).toEqual([
      `Nothing was deployed: version ${bad} fails the checks above, at https://${bad?.slice(0, 8)}-${HOST}. Version ${before} is still live. Fix it and push again.`,
    ]);

    platform.isFaulty = false;
    platform.lag = 5;
    const edit = await rehearsal.publish();
    expect(edit.jobs, edit.log).toEqual({ publish: "success" });
    expect(sentences(edit)).toEqual([
      `Tested: version ${platform.live} at https://${platform.live?.slice(0, 8)}-${HOST}.`,
      `Published: version ${platform.live} answers at https://${HOST}.`,
    ]);
    expect(platform.lag).toBeLessThan(0);
    expect(await markdownOf(rehearsal, "one")).toBe("Another text.\n");
  },
);

test.each([
  {
    missing: ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"],
    publish: "success",
    says: "Built and tested, but not published: the secrets CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID are missing. docs/deploy.md explains how to publish.",
  },
  {
    missing: ["CLOUDFLARE_API_TOKEN"],
    publish: "failure",
    says: "Nothing was deployed: the secret CLOUDFLARE_API_TOKEN is missing. Add it to the environment that this job uses.",
  },
])("without the secrets $missing, the run says so: $publish", OPTIONS, async (row) => {
  const { publish, platform } = await rehearse();
  const run = await publish(Object.fromEntries(row.missing.map((name) => [`secrets.${name}`, ""])));
  expect(run.jobs, run.log).toEqual({ publish: row.publish });
  expect(sentences(run)).toEqual([row.says]);
  expect(platform.calls).toEqual([]);
});

test("a branch other than main is not published, and the run is red", OPTIONS, async () => {
  const { push, platform } = await rehearse();
  const run = await push({ "github.ref": "refs/heads/other" });
  expect(run.jobs).toEqual({ build: "failure", publish: "skipped" });
  expect(run.log).toContain("::error::Only main is published: run this workflow on main.");
  expect(platform.calls).toEqual([]);
});

test(
  "a pull request before the first deployment has no preview, and is green",
  OPTIONS,
  async () => {
    const { preview, platform } = await rehearse();
    const run = await preview();
    expect(run.jobs, run.log).toEqual({ preview: "success" });
    expect(sentences(run)).toEqual([
      "No preview: there is no Worker notes-reference-api yet. The first push to main creates it.",
    ]);
    expect(platform.calls).toEqual(["GET deployments"]);
  },
);

test.each([
  { "github.event.pull_request.head.repo.full_name": "stranger/notes" },
  { "github.event.pull_request.user.login": "dependabot[bot]" },
])("a pull request of %o has no preview", OPTIONS, async (context) => {
  const { preview, platform } = await rehearse();
  expect((await preview(context)).jobs).toEqual({ preview: "skipped" });
  expect(platform.calls).toEqual([]);
});

test("npm run deploy publishes the notes of another folder", RARE, async () => {
  const rehearsal = await rehearse();
  rehearsal.write("../vault/guides/mine.md", note("mine", "My text."));
  const run = await rehearsal.deploy("--content", "../vault");
  expect(run.jobs, run.log).toEqual({ deploy: "success" });
  expect(await markdownOf(rehearsal, "mine")).toBe("My text.\n");
  expect(await markdownOf(rehearsal, "one")).toBe(404);
});

test(
  "a first deployment that stops halfway is red, and running it again completes it",
  RARE,
  async () => {
    const rehearsal = await rehearse();
    const { platform } = rehearsal;
    platform.failures = [{ call: "POST subdomain", status: 500, times: Number.POSITIVE_INFINITY }];
    const stopped = await rehearsal.push();
    expect(stopped.jobs, stopped.log).toEqual(RED);
    expect(sentences(stopped)).toEqual([
      expect.stringMatching(
        /^The first deployment of notes-reference-api failed or stopped halfway\./,
      ),
    ]);
    platform.failures = [];
    const run = await rehearsal.publish();
    expect(run.jobs, run.log).toEqual({ publish: "success" });
    expect(sentences(run).at(-1)).toMatch(/^Published: /);
  },
);

test("a push that changes code is green", RARE, async () => {
  const rehearsal = await publishedOnce();
  const worker = "worker/index.ts";
  const code = readFileSync(join(rehearsal.repository, worker), "utf8");
  rehearsal.write(worker, `${code}\nObject.assign(globalThis, { changed: true });\n`);
  const run = await rehearsal.push();
  expect(run.jobs, run.log).toEqual(GREEN);
  expect(rehearsal.platform.versions).toHaveLength(2);
});

test("a removed note is gone once the run is green", RARE, async () => {
  const rehearsal = await publishedOnce();
  expect(await markdownOf(rehearsal, "two")).toBe("Text.\n");
  rehearsal.write("content/guides/two.md");
  const run = await rehearsal.push();
  expect(run.jobs, run.log).toEqual(GREEN);
  expect(await markdownOf(rehearsal, "two")).toBe(404);
});

test(
  "a preview of a pull request is tested at its own address and changes nothing else",
  RARE,
  async () => {
    const rehearsal = await publishedOnce();
    const { platform } = rehearsal;
    const before = platform.live;
    rehearsal.write("content/guides/four.md", note("four"));
    const run = await rehearsal.pullRequest();
    expect(run.jobs, run.log).toEqual({ test: "success", preview: "success" });
    const { id } = platform.versions.at(-1)!;
    expect(sentences(run)).toEqual([`Tested: version ${id} at https://pr-7-${HOST}.`]);
    expect(platform.live).toBe(before);
  },
);

test(
  "with previews off, a failing version goes live, and the run is red and says how to go back",
  RARE,
  async () => {
    const rehearsal = await rehearse();
    const { platform, repository, write } = rehearsal;
    const settings = readFileSync(join(repository, "wrangler.toml"), "utf8");
    write("wrangler.toml", settings.replace("preview_urls = true", "preview_urls = false"));
    expect((await rehearsal.push()).jobs).toEqual(GREEN);
    const before = platform.live;
    platform.isFaulty = true;
    const run = await rehearsal.publish();
    expect(run.jobs, run.log).toEqual({ publish: "failure" });
    expect(sentences(run)).toEqual([
      `Version ${platform.live} has no address of its own, because preview_urls is off, so it was not tested first.`,
      `Version ${platform.live} is live and fails the checks above, at https://${HOST}. To go back to the previous version, run \`npx wrangler versions deploy ${before}@100% --yes\`.`,
    ]);
  },
);

test(
  "a first deployment that fails its test is red, and says that there is no earlier version",
  RARE,
  async () => {
    const rehearsal = await rehearse();
    rehearsal.platform.isFaulty = true;
    const run = await rehearsal.push();
    expect(run.jobs, run.log).toEqual(RED);
    expect(sentences(run).at(-1)).toMatch(
      /There is no earlier version to go back to; `npx wrangler delete` removes/,
    );
  },
);

test("the run is red if the platform did not apply the log settings", RARE, async () => {
  const rehearsal = await publishedOnce();
  rehearsal.platform.keepsSettings = {
    enabled: true,
    logs: { enabled: true, invocation_logs: true },
  };
  const run = await rehearsal.publish();
  expect(run.jobs, run.log).toEqual({ publish: "failure" });
  expect(sentences(run).at(-1)).toMatch(
    /is live, but Cloudflare may keep more .*: observability\.logs\.invocation_logs is true, not false; observability\.traces\.enabled is undefined, not false\. Run this again/,
  );
});

const DOMAIN = '\n[[routes]]\npattern = "notes.example"\ncustom_domain = true\n';

test(
  "a workflow does not take over a domain; one that the Worker already has is tested",
  RARE,
  async () => {
    const rehearsal = await rehearse();
    const { platform, repository, write } = rehearsal;
    write("wrangler.toml", readFileSync(join(repository, "wrangler.toml"), "utf8") + DOMAIN);
    platform.domains.set("notes.example", "another-worker");
    const refused = await rehearsal.push();
    expect(refused.jobs, refused.log).toEqual(RED);
    expect(sentences(refused)).toEqual([
      "Nothing was deployed: notes.example does not belong to notes-reference-api yet. Run npm run deploy at a terminal once: there, wrangler asks before it takes over a domain.",
    ]);
    expect(platform.versions).toEqual([]);

    platform.domains.set("notes.example", "notes-reference-api");
    const run = await rehearsal.publish();
    expect(run.jobs, run.log).toEqual({ publish: "success" });
    expect(sentences(run)).toEqual([
      `Published: version ${platform.live} answers at https://notes.example.`,
    ]);
  },
);

test(
  "without a workers.dev subdomain, the run is red before anything is deployed",
  RARE,
  async () => {
    const rehearsal = await rehearse();
    rehearsal.platform.hasSubdomain = false;
    const run = await rehearsal.push();
    expect(run.jobs, run.log).toEqual(RED);
    expect(sentences(run)).toEqual([
      expect.stringMatching(/^The account has no workers\.dev subdomain: open Workers & Pages/),
    ]);
    expect(rehearsal.platform.versions).toEqual([]);
  },
);
