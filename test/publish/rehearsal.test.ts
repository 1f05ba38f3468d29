import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { note } from "../build/vault.ts";
import { ACCOUNT, HOST, Platform, type Reply } from "./platform.ts";
import { Rehearsal, type Step } from "./rehearsal.ts";

type Job = { readonly steps: readonly Step[] };

const OPTIONS = { timeout: 300_000 };
const INPUTS = {
  content: "notes",
  name: "my-notes",
  "account-id": ACCOUNT,
  "api-token": "a-token",
};
const SECRETS = { CLOUDFLARE_API_TOKEN: "a-token", CLOUDFLARE_ACCOUNT_ID: ACCOUNT };

const action = readYaml<{ runs: Job }>("action.yml").runs;
const workflow = ".github/workflows/publish-notes.yml";
const { jobs } = readYaml<{ jobs: Record<"build" | "publish", Job> }>(workflow);

/** One copy of the project, one account, and what happens to it, in this order. */
let rehearsal: Rehearsal;
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start();
  rehearsal = new Rehearsal(platform);
});

afterEach(() => {
  platform.failures.clear();
  platform.alter = undefined;
});

afterAll(() => rehearsal.stop());

function readYaml<T>(file: string): T {
  return parse(readFileSync(join(import.meta.dirname, "../..", file), "utf8"));
}

/** What is said at the end. */
function published(): string {
  return `Published: version ${platform.live} answers at https://${HOST}.`;
}

function drop(name: string) {
  return ({ headers }: Reply) => headers.delete(name);
}

function fail(where: RegExp, status: number) {
  return (reply: Reply, _method: string, path: string) => {
    if (where.test(path)) reply.status = status;
  };
}

/** The body of a note at an address, or the status if there is none. */
async function read(host: string, path: string): Promise<string | number> {
  const headers = { "X-Edge-Host": host };
  const response = await fetch(`${platform.origin}/api/v1/notes/${path}`, { headers });
  const { markdown } = (await response.json()) as { markdown: string };
  return response.status === 200 ? markdown : response.status;
}

test("wrong options are refused", OPTIONS, async () => {
  for (const [option, value] of [
    ["--preview", "PR 7!"],
    ["--limit", "0"],
  ] as const) {
    const { code, log } = await rehearsal.deploy(option, value);
    expect([code, log]).toEqual([2, expect.stringMatching(`${option} takes .* See --help\\.`)]);
  }
  const { log } = await rehearsal.run("node ../project/scripts/commands/smoke.ts notes.example");
  expect(log).toContain("Give one address");
});

test("an API that cannot be reached, or a missing token, is named as such", OPTIONS, async () => {
  const line = "node ../project/scripts/commands/deploy.ts --content notes --name my-notes";
  const away = await rehearsal.run(line, { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" });
  const says = /^Nothing was deployed\. Cloudflare's API cannot be reached/;
  expect([away.code, away.sentences]).toEqual([1, [expect.stringMatching(says)]]);
  const bare = await rehearsal.run(line, { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "" });
  expect([bare.code, bare.log]).toEqual([1, expect.stringContaining("CLOUDFLARE_API_TOKEN")]);
});

test("with check-only, the action only annotates the notes' own lines", OPTIONS, async () => {
  rehearsal.write("bad/bad.md", "# Bad\n\nSee [[Nowhere at all]].\n");
  const inputs = { content: "bad", "check-only": "true" };
  const { log } = await rehearsal.follow(action.steps, inputs);
  expect(log).toMatch(/^::(error|warning) .*file=bad\/bad\.md,line=3,/m);
  expect(platform.calls).toEqual([]);
});

test("the action publishes a repository that holds only notes", OPTIONS, async () => {
  const none = await rehearsal.deploy("--preview", "pr-7");
  const absent = "No preview: there is no Worker my-notes yet. Publish it first.";
  expect([none.code, none.sentences]).toEqual([0, [absent]]);
  const { log, sentences, output } = await rehearsal.follow(action.steps, INPUTS);
  expect([sentences, output], log).toEqual([[published()], `address=https://${HOST}\n`]);
});

test("a second publication is tested and compared before it is live", OPTIONS, async () => {
  for (const name of ["one", "three"]) rmSync(join(rehearsal.folder, `notes/notes/${name}.md`));
  rehearsal.write("notes/two.md", note("two", "Changed.\n"));
  rehearsal.write("notes/four.md", note("four"));
  rehearsal.write("notes/third.md", note("third", "Moved.\n", "formerly: /three\n"));
  const { sentences, log } = await rehearsal.deploy();
  expect(sentences, log).toEqual([
    `Tested: version ${platform.live} at https://${platform.live?.slice(0, 8)}-${HOST}.`,
    "Addresses that appear: 2, change: 1, disappear: 1 (/one)",
    published(),
  ]);
  expect(await read(HOST, "two.json")).toBe("Changed.\n");
});

test("a preview has its own address, and changes nothing that is live", OPTIONS, async () => {
  const before = platform.live;
  rehearsal.write("notes/two.md", note("two", "A draft.\n"));
  const { log, sentences } = await rehearsal.deploy("--preview", "pr-7");
  const tested = `Tested: version ${platform.versions.at(-1)?.id} at https://pr-7-${HOST}.`;
  expect(sentences, log).toEqual([tested]);
  expect(await read(`pr-7-${HOST}`, "two.json")).toBe("A draft.\n");
  expect(platform.live).toBe(before);
});

test.for([
  ["GET", "deployments", 401, /^Nothing was deployed\. The token has expired or may not do this: /],
  [
    "POST",
    "versions",
    503,
    /^Nothing was deployed\. Version \S+ is still live\. .* run this again\.$/,
  ],
  [
    "POST",
    "deployments",
    503,
    /^Going live .* `npx wrangler deployments status --name my-notes` .* To go back .* run this again\.$/,
  ],
] as const)(
  "if %s %s fails with %i, one sentence says what is live and what to do",
  OPTIONS,
  async ([method, path, status, says]) => {
    const before = platform.live;
    platform.failures.set(`${method} scripts/my-notes/${path}`, status);
    const { code, sentences, log } = await rehearsal.deploy();
    expect([code, sentences.at(-1)], log).toEqual([1, expect.stringMatching(says)]);
    expect(log).toContain(`::error::${sentences.at(-1)}`);
    expect(platform.live).toBe(before);
  },
);

test(
  "a broken release stays dark, or is rolled back if it could not be tested",
  OPTIONS,
  async () => {
    const before = platform.live;
    platform.alter = (reply) => {
      reply.headers.delete("Access-Control-Allow-Origin");
    };
    const dark = await rehearsal.deploy();
    const version = platform.versions.at(-1)?.id;
    const fails = `^Version ${version} fails its test: https://${version?.slice(0, 8)}-${HOST}/api/v1/notes.json has .* Nothing was deployed. Version ${before} is still live. Fix it`;
    expect([dark.code, dark.sentences]).toEqual([1, [expect.stringMatching(fails)]]);
    expect(platform.live).toBe(before);

    platform.hasPreviews = false;
    const { code, sentences } = await rehearsal.deploy();
    const [, command] =
      /It is live\. To go back .* `npx wrangler (.*)`\.$/.exec(sentences.at(-1) ?? "") ?? [];
    expect([code, sentences[0]]).toEqual([1, expect.stringMatching(/ has no address of its own /)]);
    expect(platform.live).not.toBe(before);
    const wrangler = "cd ../project && node node_modules/wrangler/bin/wrangler.js";
    const rollback = await rehearsal.run(`${wrangler} ${command}`);
    expect([rollback.code, platform.live], rollback.log).toEqual([0, before]);
  },
);

const smoke = () => rehearsal.run(`node ../project/scripts/commands/smoke.ts https://${HOST}/`);

test("the smoke test passes, and waits when it is asked to", OPTIONS, async () => {
  let asked = 0;
  platform.alter = (reply) => {
    if (asked++ % 2 === 1) return;
    reply.status = 429;
    reply.headers.set("Retry-After", "60");
  };
  const { code, log } = await smoke();
  expect([code, log]).toEqual([0, expect.stringMatching(/^(ok .*\n)+All checks passed\.\n$/)]);
});

test.for<[what: string, alter: NonNullable<Platform["alter"]>, says: string]>([
  ["there is no limit", drop("X-RateLimit-Remaining"), "notes.json has no X-RateLimit-Remaining"],
  ["there are no entity tags", drop("ETag"), "notes.json has status 200 instead of 304"],
  ["a note is missing", fail(/four\.json/, 404), "four.json has status 404 instead of 200"],
  ["search fails", fail(/search/, 500), "has status 500 instead of 200"],
  [
    "search finds nothing",
    (reply, _, path) => {
      if (path.includes("search")) reply.text = '{"results":[]}';
    },
    "a search for four does not find it",
  ],
  [
    "there is a page instead of a 404",
    fail(/no\/such/, 200),
    "note.json has status 200 instead of 404",
  ],
  [
    "errors are cached",
    (reply) => {
      if (reply.status > 400) reply.headers.set("Cache-Control", "public");
    },
    "note.json has the Cache-Control public instead of no-store",
  ],
  [
    "writing is possible",
    (reply, method) => {
      if (method === "DELETE") reply.status = 200;
    },
    "notes.json has status 200 instead of 405",
  ],
])("the smoke test fails if %s", OPTIONS, async ([, alter, says]) => {
  platform.alter = alter;
  const { code, log } = await smoke();
  expect([code, log]).toEqual([1, expect.stringContaining(says)]);
});

test(
  "the domain of another Worker is refused; a free one has its base path and limit",
  OPTIONS,
  async () => {
    const inputs = { ...INPUTS, domain: "notes.example", "base-path": "/docs", limit: "30" };
    platform.domains.set("notes.example", "another");
    const refused = await rehearsal.follow(action.steps, inputs);
    const says = "Nothing was deployed: notes.example belongs to another. Release it";
    expect(refused.sentences).toEqual([expect.stringContaining(says)]);
    platform.domains.clear();
    const { log, output } = await rehearsal.follow(action.steps, inputs);
    expect(output, log).toMatch(/\naddress=https:\/\/notes\.example\/docs\n$/);
    const headers = { "X-Edge-Host": "notes.example" };
    const response = await fetch(`${platform.origin}/docs/api/v1/notes.json`, { headers });
    expect(response.headers.get("X-RateLimit-Limit")).toBe("30");
  },
);

test("the workflow of two jobs publishes what the first one built", OPTIONS, async () => {
  rehearsal.write("notes/five.md", note("five"));
  for (const name of ["dist", "bundle"])
    rmSync(join(rehearsal.folder, "project", name), { recursive: true });
  const built = await rehearsal.follow(jobs.build.steps, INPUTS, "..");
  expect(built.code, built.log).toBe(0);
  const { log, sentences } = await rehearsal.follow(
    jobs.publish.steps,
    { ...INPUTS, ...SECRETS },
    "../project",
  );
  expect(sentences.at(-1), log).toBe(published());
  expect(await read(HOST, "five.json")).toBe("Text.\n");
});

test("a Worker that is not this service is replaced only with --overwrite", OPTIONS, async () => {
  const included = await rehearsal.deploy("--name", "notes-reference-api");
  const comes = "notes-reference-api is the name that this project comes with. Choose your own";
  expect(included.sentences).toEqual([expect.stringContaining(comes)]);
  // Deployed from elsewhere, and reached nowhere.
  platform.deployments.unshift("00000000-0000-0000-0000-000000000000");
  const count = platform.versions.length;
  const refused = await rehearsal.deploy();
  const says = "Nothing was deployed: the account has a Worker my-notes that is not this service.";
  expect([refused.code, refused.sentences]).toEqual([1, [expect.stringContaining(says)]]);
  expect(platform.versions.length).toBe(count);
  const forced = await rehearsal.deploy("--overwrite");
  expect(forced.sentences.at(-1), forced.log).toBe(published());
});
