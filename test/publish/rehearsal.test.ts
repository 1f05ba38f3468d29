import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { note } from "../build/vault.ts";
import type { Platform } from "./platform.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";

const HOST = "my-notes.somebody.workers.dev";
const OPTIONS = { timeout: 300_000 };
const ALWAYS = Number.POSITIVE_INFINITY;

async function published(): Promise<Rehearsal> {
  const rehearsal = await rehearse();
  const { code, log } = await rehearsal.deploy();
  expect(code, log).toBe(0);
  return rehearsal;
}

/** The body of a note at an address, or the status if there is none. */
async function read({ origin }: Platform, url: string): Promise<string | number> {
  const { host, pathname } = new URL(url);
  const response = await fetch(origin + pathname, { headers: { "X-Edge-Host": host } });
  const body = (await response.json()) as { markdown: string };
  return response.status === 200 ? body.markdown : response.status;
}

test(
  "a first publication goes live, and a second is tested and compared before",
  OPTIONS,
  async () => {
    const { deploy, platform, write } = await rehearse();
    const first = await deploy();
    expect(first.code, first.log).toBe(0);
    expect(first.sentences).toEqual([
      `Published: version ${platform.live} answers at https://${HOST}.`,
    ]);
    expect(first.output).toBe(`address=https://${HOST}\n`);

    write("notes/one.md");
    write("notes/two.md", note("two", "Changed.\n"));
    for (const name of ["four", "five"]) write(`notes/${name}.md`, note(name));
    const second = await deploy();
    expect(second.code, second.log).toBe(0);
    expect(second.sentences).toEqual([
      `Tested: version ${platform.live} at https://${platform.live?.slice(0, 8)}-${HOST}.`,
      "Addresses that appear: 2, change: 1, disappear: 1: /one",
      `Published: version ${platform.live} answers at https://${HOST}.`,
    ]);
    expect(await read(platform, `https://${HOST}/api/v1/notes/two.json`)).toBe("Changed.\n");
    expect(await read(platform, `https://${HOST}/api/v1/notes/one.json`)).toBe(404);
  },
);

test(
  "a release that fails its test stays dark; one that cannot be tested is rolled back",
  OPTIONS,
  async () => {
    const { deploy, platform, project, run } = await published();
    const before = platform.live;
    platform.isFaulty = true;
    const dark = await deploy("--built");
    const bad = platform.versions.at(-1)?.id;
    expect(dark.code).toBe(1);
    expect(dark.log).toMatch(/^FAIL {2}writing +status 200, expected 405$/m);
    expect(dark.sentences).toEqual([
      `Version ${bad} fails the checks above, at https://${bad?.slice(0, 8)}-${HOST}. Nothing was deployed. Version ${before} is still live. Fix it and publish again.`,
    ]);
    expect(platform.live).toBe(before);

    const file = join(project, "wrangler.toml");
    const settings = readFileSync(file, "utf8");
    writeFileSync(file, settings.replace("preview_urls = true", "preview_urls = false"));
    const live = await deploy("--built");
    expect(live.code).toBe(1);
    const [sentence = ""] = live.sentences;
    expect(sentence).toMatch(
      /^Version \S+ is live and fails the checks above, at \S+\. To go back/,
    );
    expect(live.log).toContain(`::error::${sentence}`);
    expect(platform.live).not.toBe(before);
    const command = /`npx wrangler (.*)`/.exec(sentence)?.[1];
    const rollback = await run(
      `cd ${project} && node node_modules/wrangler/bin/wrangler.js ${command}`,
    );
    expect(rollback.code, rollback.log).toBe(0);
    expect(platform.live).toBe(before);
  },
);

test(
  "when the platform fails, one sentence says why, what is live and what to do",
  OPTIONS,
  async () => {
    const { deploy, platform } = await published();
    const before = platform.live;
    for (const [call, status, says] of [
      [
        "GET deployments",
        401,
        /^Nothing was deployed\. .*The token has expired or may not do this: create one/,
      ],
      [
        "POST versions",
        503,
        /^Nothing was deployed\. Version \S+ is still live\. .* run this again\.$/,
      ],
      [
        "POST deployments",
        503,
        /^Version \S+ passed its test, but deploying it failed .*deployments status --name my-notes` .* To go back .* run this again\.$/,
      ],
    ] as const) {
      platform.failures.set(call, { status, times: ALWAYS });
      const { code, sentences, log } = await deploy("--built");
      expect([call, code, sentences.at(-1)]).toEqual([call, 1, expect.stringMatching(says)]);
      expect(log).toContain(`::error::${sentences.at(-1)}`);
      expect(platform.live).toBe(before);
      platform.failures.clear();
    }
    platform.failures.set("POST deployments", { status: 503, times: 1 });
    const { code, log, sentences } = await deploy("--built");
    expect([code, sentences.at(-1)], log).toEqual([0, expect.stringMatching(/^Published: /)]);
  },
);

test("an API that cannot be reached, or a missing token, is named as such", OPTIONS, async () => {
  const { run, project, platform } = await rehearse();
  const line = `node ${project}/scripts/commands/deploy.ts --content notes --name my-notes`;
  const away = await run(line, { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" });
  expect([away.code, away.sentences]).toEqual([
    1,
    [expect.stringMatching(/^Nothing was deployed\. .*Cloudflare's API cannot be reached/)],
  ]);
  const bare = await run(line, { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "" });
  expect([bare.code, bare.sentences]).toEqual([
    1,
    [expect.stringMatching(/^Nothing was deployed\. .*CLOUDFLARE_API_TOKEN/)],
  ]);
  expect(platform.calls).toEqual([]);
});

test(
  "a preview is tested at its own address, and changes nothing that is live",
  OPTIONS,
  async () => {
    const { deploy, platform, write } = await rehearse();
    const none = await deploy("--preview", "pr-7");
    expect([none.code, none.sentences]).toEqual([
      0,
      ["No preview: there is no Worker my-notes yet. Publish it first."],
    ]);
    await deploy();
    const before = platform.live;
    write("notes/one.md", note("one", "Another text.\n"));
    const { code, log, sentences } = await deploy("--preview", "pr-7");
    expect(code, log).toBe(0);
    expect(sentences).toEqual([
      `Tested: version ${platform.versions.at(-1)?.id} at https://pr-7-${HOST}.`,
    ]);
    expect(await read(platform, `https://pr-7-${HOST}/api/v1/notes/one.json`)).toBe(
      "Another text.\n",
    );
    expect(platform.live).toBe(before);
  },
);

test("a Worker that is not this service is replaced only with --overwrite", OPTIONS, async () => {
  const { deploy, platform } = await rehearse();
  const included = await deploy("--name", "notes-reference-api");
  expect(included.sentences).toEqual([
    expect.stringMatching(
      /^Nothing was deployed: notes-reference-api is the name that this project comes with\. Choose your own/,
    ),
  ]);
  // Deployed from elsewhere, and reached nowhere.
  platform.worker = { name: "my-notes" };
  platform.deployments.push("00000000-0000-0000-0000-000000000000");
  const refused = await deploy();
  expect([refused.code, refused.sentences]).toEqual([
    1,
    [
      expect.stringMatching(
        /^Nothing was deployed: the account has a Worker my-notes that is not this service\./,
      ),
    ],
  ]);
  expect(platform.versions).toEqual([]);
  const forced = await deploy("--overwrite");
  expect([forced.code, forced.sentences.at(-1)], forced.log).toEqual([
    0,
    expect.stringMatching(/^Published: /),
  ]);
});

test(
  "a domain of another Worker is refused; a free one is published to, with a base path and a limit",
  OPTIONS,
  async () => {
    const { deploy, platform } = await rehearse();
    platform.domains.set("notes.example", "another");
    const options = ["--domain", "notes.example", "--base-path", "/docs", "--limit", "30"];
    const refused = await deploy(...options);
    expect([refused.code, refused.sentences]).toEqual([
      1,
      [
        expect.stringMatching(
          /^Nothing was deployed: notes\.example belongs to another\. Release it/,
        ),
      ],
    ]);
    expect(platform.versions).toEqual([]);
    platform.domains.clear();
    const run = await deploy(...options);
    expect([run.code, run.output], run.log).toEqual([0, "address=https://notes.example/docs\n"]);
    const headers = { "X-Edge-Host": "notes.example" };
    const response = await fetch(`${platform.origin}/docs/api/v1/notes.json`, { headers });
    expect([response.status, response.headers.get("X-RateLimit-Limit")]).toEqual([200, "30"]);
  },
);

test("wrong options are refused in a sentence, before anything is built", OPTIONS, async () => {
  const { deploy, platform } = await rehearse();
  for (const [option, value] of [
    ["--preview", "PR 7!"],
    ["--name", "My notes"],
    ["--limit", "0"],
    ["--base-path", "docs"],
    ["--domain", "https://notes.example"],
  ] as const) {
    const { code, log } = await deploy(option, value);
    expect([option, code, log.trim().split("\n").at(-1)]).toEqual([
      option,
      2,
      expect.stringMatching(new RegExp(`^${option} takes .* See --help\\.$`)),
    ]);
  }
  expect(platform.calls).toEqual([]);
});
