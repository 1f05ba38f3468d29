import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { note } from "../build/vault.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";

const HOST = "my-notes.somebody.workers.dev";
const WRANGLER = "node node_modules/wrangler/bin/wrangler.js";
const OPTIONS = { timeout: 300_000 };

/** One copy of the project, one account, and what happens to it, in this order. */
let rehearsal: Rehearsal;

beforeAll(async () => {
  rehearsal = await rehearse();
});

afterAll(() => rehearsal.stop());

/** The body of a note at an address, or the status if there is none. */
async function read(host: string, path: string): Promise<string | number> {
  const headers = { "X-Edge-Host": host };
  const response = await fetch(`${rehearsal.platform.origin}/api/v1/notes/${path}`, { headers });
  const { markdown } = (await response.json()) as { markdown: string };
  return response.status === 200 ? markdown : response.status;
}

test("wrong options are refused before anything is built", OPTIONS, async () => {
  for (const [option, value] of [
    ["--preview", "PR 7!"],
    ["--limit", "0"],
  ] as const) {
    const { code, log } = await rehearsal.deploy(option, value);
    expect([code, log]).toEqual([2, expect.stringMatching(`${option} takes .* See --help\\.`)]);
  }
  expect(rehearsal.platform.calls).toEqual([]);
});

test("an API that cannot be reached, or a missing token, is named as such", OPTIONS, async () => {
  const { run, project, platform } = rehearsal;
  const line = `node ${project}/scripts/commands/deploy.ts --content notes --name my-notes`;
  const away = await run(line, { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" });
  const says = /^Nothing was deployed\. Cloudflare's API cannot be reached/;
  expect([away.code, away.sentences]).toEqual([1, [expect.stringMatching(says)]]);
  const bare = await run(line, { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "" });
  expect([bare.code, bare.log]).toEqual([1, expect.stringContaining("CLOUDFLARE_API_TOKEN")]);
  expect(platform.calls).toEqual([]);
});

test(
  "a first publication goes live, and a second is tested and compared before",
  OPTIONS,
  async () => {
    const { deploy, platform, project, run, write } = rehearsal;
    const none = await deploy("--preview", "pr-7");
    const absent = "No preview: there is no Worker my-notes yet. Publish it first.";
    expect([none.code, none.sentences]).toEqual([0, [absent]]);

    const first = await deploy();
    expect(first.code, first.log).toBe(0);
    const published = () => `Published: version ${platform.live} answers at https://${HOST}.`;
    expect([first.sentences, first.output]).toEqual([[published()], `address=https://${HOST}\n`]);

    write("notes/one.md");
    write("notes/two.md", note("two", "Changed.\n"));
    for (const name of ["four", "five"]) write(`notes/${name}.md`, note(name));
    const second = await deploy();
    expect(second.code, second.log).toBe(0);
    expect(second.sentences).toEqual([
      `Tested: version ${platform.live} at https://${platform.live?.slice(0, 8)}-${HOST}.`,
      "Addresses that appear: 2, change: 1, disappear: 1: /one",
      published(),
    ]);
    // For --built, as a job without the token does.
    await run(`cd ${project} && ${WRANGLER} deploy --dry-run --outdir bundle`);
    expect([await read(HOST, "two.json"), await read(HOST, "one.json")]).toEqual([
      "Changed.\n",
      404,
    ]);
  },
);

test(
  "a preview is tested at its own address, and changes nothing that is live",
  OPTIONS,
  async () => {
    const { deploy, platform, write } = rehearsal;
    const before = platform.live;
    write("notes/three.md", note("three", "Another text.\n"));
    const { code, log, sentences } = await deploy("--preview", "pr-7");
    expect(code, log).toBe(0);
    const tested = `Tested: version ${platform.versions.at(-1)?.id} at https://pr-7-${HOST}.`;
    expect(sentences).toEqual([tested]);
    expect(await read(`pr-7-${HOST}`, "three.json")).toBe("Another text.\n");
    expect(platform.live).toBe(before);
  },
);

test.for([
  [
    "GET deployments",
    401,
    /^Nothing was deployed\. The token has expired or may not do this: create one/,
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
] as const)(
  "if %s fails with %i, one sentence says what is live and what to do",
  OPTIONS,
  async ([call, status, says]) => {
    const { deploy, platform } = rehearsal;
    const before = platform.live;
    platform.failures.set(call, status);
    const { code, sentences, log } = await deploy("--built");
    platform.failures.clear();
    expect([code, sentences.at(-1)], log).toEqual([1, expect.stringMatching(says)]);
    expect(log).toContain(`::error::${sentences.at(-1)}`);
    expect(platform.live).toBe(before);
  },
);

test(
  "a release that fails its test stays dark; one that cannot be tested is rolled back",
  OPTIONS,
  async () => {
    const { deploy, platform, project, run } = rehearsal;
    const before = platform.live;
    platform.isFaulty = true;
    const dark = await deploy("--built");
    const bad = platform.versions.at(-1)?.id;
    expect(dark.log).toContain("FAIL  writing: status 200, expected 405");
    expect([dark.code, dark.sentences]).toEqual([
      1,
      [
        `Version ${bad} fails the checks above, at https://${bad?.slice(0, 8)}-${HOST}. Nothing was deployed. Version ${before} is still live. Fix it and publish again.`,
      ],
    ]);
    expect(platform.live).toBe(before);

    const file = join(project, "wrangler.toml");
    const settings = readFileSync(file, "utf8");
    writeFileSync(file, settings.replace("preview_urls = true", "preview_urls = false"));
    const live = await deploy("--built");
    const [sentence = ""] = live.sentences;
    expect(live.code).toBe(1);
    expect(sentence).toMatch(
      /^Version \S+ is live and fails the checks above, at \S+\. To go back/,
    );
    expect(platform.live).not.toBe(before);
    const [, command] = /`npx wrangler (.*)`/.exec(sentence) ?? [];
    const rollback = await run(`cd ${project} && ${WRANGLER} ${command}`);
    expect([rollback.code, platform.live], rollback.log).toEqual([0, before]);
    writeFileSync(file, settings);
    platform.isFaulty = false;
  },
);

test(
  "a domain of another Worker is refused; a free one is published to, with a base path and a limit",
  OPTIONS,
  async () => {
    const { deploy, platform } = rehearsal;
    const count = platform.versions.length;
    platform.domains.set("notes.example", "another");
    const options = ["--domain", "notes.example", "--base-path", "/docs", "--limit", "30"];
    const refused = await deploy(...options);
    const says = "Nothing was deployed: notes.example belongs to another. Release it";
    expect([refused.code, refused.sentences]).toEqual([1, [expect.stringContaining(says)]]);
    expect(platform.versions.length).toBe(count);
    platform.domains.clear();
    const { code, log, output } = await deploy(...options);
    expect([code, output.trim().split("\n").at(-1)], log).toEqual([
      0,
      "address=https://notes.example/docs",
    ]);
    const headers = { "X-Edge-Host": "notes.example" };
    const response = await fetch(`${platform.origin}/docs/api/v1/notes.json`, { headers });
    expect([response.status, response.headers.get("X-RateLimit-Limit")]).toEqual([200, "30"]);
  },
);

test("a Worker that is not this service is replaced only with --overwrite", OPTIONS, async () => {
  const { deploy, platform } = rehearsal;
  const count = platform.versions.length;
  const included = await deploy("--name", "notes-reference-api");
  const comes = "notes-reference-api is the name that this project comes with. Choose your own";
  expect(included.sentences).toEqual([expect.stringContaining(comes)]);
  // Deployed from elsewhere, and reached nowhere.
  platform.worker = { name: "my-notes" };
  platform.deployments.unshift("00000000-0000-0000-0000-000000000000");
  const refused = await deploy();
  const says = "Nothing was deployed: the account has a Worker my-notes that is not this service.";
  expect([refused.code, refused.sentences]).toEqual([1, [expect.stringContaining(says)]]);
  expect(platform.versions.length).toBe(count);
  const forced = await deploy("--overwrite", "--built");
  expect(forced.sentences.at(-1), forced.log).toMatch(/^Published: /);
});
