import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { note } from "../build/vault.ts";
import { needTool } from "../clients/need-tool.ts";
import { ACCOUNT, type Fault, HOST, Platform } from "./platform.ts";
import { Rehearsal, type Step } from "./rehearsal.ts";

vi.setConfig({ testTimeout: 300_000 });

type Job = { readonly steps: readonly Step[] };

const action = readYaml<{ runs: Job }>("action.yml").runs;
const workflow = ".github/workflows/publish-notes.yml";
const { jobs } = readYaml<{ jobs: Record<"build" | "publish", Job> }>(workflow);

const SECRETS = { CLOUDFLARE_API_TOKEN: "a-token", CLOUDFLARE_ACCOUNT_ID: ACCOUNT };
const INPUTS = {
  content: "notes",
  name: "my-notes",
  "api-token": "a-token",
  "account-id": ACCOUNT,
};

/** One copy of the project, one account, and what happens to it, in this order. */
let rehearsal: Rehearsal;
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start();
  rehearsal = new Rehearsal(platform);
  for (const name of ["one", "two", "three"]) rehearsal.write(`notes/${name}.md`, note(name));
});

beforeEach((context) => {
  needTool(context, "REQUIRE_CURL", "bash");
  platform.fault = undefined;
});

afterAll(async () => {
  await platform.stop();
  rmSync(rehearsal.folder, { recursive: true });
});

function readYaml<T>(file: string): T {
  return parse(readFileSync(join(import.meta.dirname, "../..", file), "utf8"));
}

function deploy(options = "", env = SECRETS as NodeJS.ProcessEnv) {
  const command = "node ../project/scripts/commands/deploy.ts --content notes --name my-notes";
  return rehearsal.run(`${command} ${options}`, env);
}

function smoke(address = `https://${HOST}/`) {
  return rehearsal.run(`node ../project/scripts/commands/smoke.ts ${address}`, {});
}

const published = () => `Published: version ${platform.live} answers at https://${HOST}.`;

async function read(host: string, address: string): Promise<{ headers: Headers; text: string }> {
  const sent = await fetch(platform.origin + address, { headers: { "X-Edge-Host": host } });
  return { headers: sent.headers, text: await sent.text() };
}

test("wrong usage is refused with a sentence", async () => {
  const runs = [deploy("--preview 'PR 7!'"), deploy("--limit 0"), smoke("notes.example")];
  const printed = (await Promise.all(runs)).map(({ code, log }) => [code, log]);
  expect(printed).toEqual([
    [2, "--preview takes lower-case letters, digits and dashes: pr-7. See --help.\n"],
    [2, "--limit takes a whole number from 1 to 10000. See --help.\n"],
    [2, expect.stringMatching(/^Give one address, .* See --help\.\n$/)],
  ]);
});

test("an API that cannot be reached, or a missing token, is named as such", async () => {
  const away = await deploy("", { ...SECRETS, CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" });
  const says = /^Nothing was deployed\. Cloudflare's API cannot be reached/;
  expect([away.code, away.sentences]).toEqual([1, [expect.stringMatching(says)]]);
  const bare = await deploy("", {});
  expect([bare.code, bare.log]).toEqual([1, expect.stringContaining("CLOUDFLARE_API_TOKEN")]);
});

test("with check-only, the action only annotates the notes' own lines", async () => {
  rehearsal.write("bad/bad.md", "# Bad\n\nSee [[Nowhere at all]].\n");
  const { log } = await rehearsal.follow(action.steps, { content: "bad", "check-only": "true" });
  expect(log).toMatch(/^::(error|warning) .*file=bad\/bad\.md,line=3,/m);
  expect(platform.versions).toEqual([]);
});

test("the action publishes a repository that holds only notes", async () => {
  const { sentences } = await deploy("--preview pr-7");
  expect(sentences).toEqual(["No preview: there is no Worker my-notes yet. Publish it first."]);
  const first = await rehearsal.follow(action.steps, INPUTS);
  expect(first.sentences, first.log).toEqual([published()]);
  expect(first.output).toBe(`address=https://${HOST}\n`);
});

test("a second publication is tested and compared before it is live", async () => {
  for (const name of ["one", "three"]) rmSync(join(rehearsal.folder, `notes/notes/${name}.md`));
  rehearsal.write("notes/two.md", note("two", "Changed.\n"));
  rehearsal.write("notes/four.md", note("four"));
  rehearsal.write("notes/third.md", note("third", "Moved.\n", "formerly: /three\n"));
  platform.fault = { on: /./, header: ["X-Version", "the first"], isOnce: true };
  const { sentences, log } = await deploy();
  expect(sentences, log).toEqual([
    `Tested: version ${platform.live} at https://${platform.live?.slice(0, 8)}-${HOST}.`,
    "Addresses that appear: 2, change: 1, disappear: 1 /one",
    published(),
  ]);
  expect((await read(HOST, "/api/v1/notes/two.json")).text).toContain("Changed.");
});

test("a preview has its own address, and changes nothing that is live", async () => {
  const before = platform.live;
  rehearsal.write("notes/two.md", note("two", "A draft.\n"));
  const { log, sentences } = await deploy("--preview pr-7");
  const version = platform.versions.at(-1)?.id;
  expect(sentences, log).toEqual([`Tested: version ${version} at https://pr-7-${HOST}.`]);
  expect((await read(`pr-7-${HOST}`, "/api/v1/notes/two.json")).text).toContain("A draft.");
  expect(platform.live).toBe(before);
});

test.for([
  ["GET deployments", 401, /^Nothing was deployed\. The token has expired or may not do this: /],
  ["POST versions", 503, /^Nothing was deployed\. Version \S+ is still live\. .* again\.$/],
  ["POST deployments", 503, /^Going live failed .* shows which version .* To go back .* again\.$/],
] as const)("if %s fails with %i, one sentence says what is live and what to do", async (row) => {
  const [call, status, says] = row;
  const before = platform.live;
  platform.fault = { on: new RegExp(`^${call.replace(" ", " .*/")}$`), status };
  const { code, sentences, log } = await deploy();
  expect([code, sentences.at(-1)], log).toEqual([1, expect.stringMatching(says)]);
  expect(log).toContain(`::error::${sentences.at(-1)}`);
  expect(platform.live).toBe(before);
});

test("a broken release stays dark, or is rolled back if it could not be tested", async () => {
  const before = platform.live;
  platform.fault = { on: /./, header: ["X-Version", "another"] };
  const dark = await deploy();
  const version = platform.versions.at(-1)?.id;
  const says = `^Version ${version} fails its test: https://${version?.slice(0, 8)}-${HOST}/.* of version another. Nothing was deployed. Version ${before} is still live. Fix it`;
  expect([dark.code, dark.sentences]).toEqual([1, [expect.stringMatching(says)]]);
  expect(platform.live).toBe(before);

  platform.hasPreviews = false;
  const { code, sentences } = await deploy();
  expect([code, sentences[0]]).toEqual([1, expect.stringContaining("no address of its own")]);
  expect(platform.live).not.toBe(before);
  const advice = /It is live\. To go back to the previous version, run `npx wrangler (.*)`\.$/;
  const [, command] = advice.exec(sentences.at(-1) ?? "") ?? [];
  const wrangler = "cd ../project && node node_modules/wrangler/bin/wrangler.js";
  const rollback = await rehearsal.run(`${wrangler} ${command}`, SECRETS);
  expect(platform.live, rollback.log).toBe(before);
});

test("the smoke test passes, and waits when it is asked to", async () => {
  platform.fault = { on: /./, status: 429, header: ["Retry-After", "60"], isOnce: true };
  const { code, log } = await smoke();
  expect([code, log]).toEqual([0, expect.stringMatching(/^(ok .*\n){6}$/)]);
});

test.for<[what: string, fault: Fault, says: string]>([
  ["nothing is limited", { on: /./, header: ["X-RateLimit-Remaining", ""] }, "no X-RateLimit"],
  ["there are no entity tags", { on: /./, header: ["ETag", ""] }, "status 200 instead of 304"],
  ["errors may be cached", { on: /no.such/, header: ["Cache-Control", "public"] }, "no-store"],
  ["a note is missing", { on: /four.json/, status: 404 }, "four.json has status 404"],
  ["the limit lasts", { on: /./, status: 429, header: ["Retry-After", "900"] }, "status 429"],
  ["search finds nothing", { on: /search/, text: '{"results":[]}' }, "does not find it"],
  ["there is a page instead of a 404", { on: /no.such/, status: 200 }, "200 instead of 404"],
  ["writing is possible", { on: /DELETE/, status: 200 }, "200 instead of 405"],
])("the smoke test fails if %s", async ([, fault, says]) => {
  platform.fault = fault;
  const { code, log } = await smoke();
  expect([code, log]).toEqual([1, expect.stringMatching(`FAIL  .*${says}`)]);
});

test("the domain of another Worker or a DNS record is refused; a free one has its base path and limit", async () => {
  const inputs = { ...INPUTS, domain: "notes.example", "base-path": "/docs", limit: "30" };
  platform.domains.set("notes.example", "another");
  const refused = await rehearsal.follow(action.steps, inputs);
  expect(refused.sentences).toEqual([expect.stringContaining("notes.example belongs to another.")]);
  platform.domains.clear();
  const used = await rehearsal.follow(action.steps, { ...inputs, domain: "127.0.0.1" });
  expect(used.sentences).toEqual([expect.stringContaining("127.0.0.1 belongs to a DNS record")]);
  const { log, output } = await rehearsal.follow(action.steps, inputs);
  expect(output, log).toMatch(/\naddress=https:\/\/notes\.example\/docs\n$/);
  const { headers } = await read("notes.example", "/docs/api/v1/notes.json");
  expect(headers.get("X-RateLimit-Limit")).toBe("30");
});

test("the workflow of two jobs publishes what the first one built", async () => {
  rehearsal.write("notes/five.md", note("five"));
  const built = await rehearsal.follow(jobs.build.steps, { ...INPUTS, workspace: ".." });
  expect(built.code, built.log).toBe(0);
  const values = { ...INPUTS, ...SECRETS, workspace: "../project" };
  const { log, sentences } = await rehearsal.follow(jobs.publish.steps, values);
  expect(sentences.at(-1), log).toBe(published());
  expect((await read(HOST, "/api/v1/notes/five.json")).text).toContain("five");
});

test("a Worker that is not this service is replaced only with --overwrite", async () => {
  const included = await deploy("--name notes-reference-api");
  const comes = "notes-reference-api is the name that this project comes with. Choose your own";
  expect(included.sentences).toEqual([expect.stringContaining(comes)]);
  // Deployed from elsewhere, and reached nowhere.
  platform.deployments.unshift("00000000-0000-0000-0000-000000000000");
  const count = platform.versions.length;
  const { sentences } = await deploy();
  const says = "Nothing was deployed: the account has a Worker my-notes that is not this service.";
  expect([sentences, platform.versions.length]).toEqual([[expect.stringContaining(says)], count]);
  const forced = await deploy("--overwrite");
  expect(forced.sentences.at(-1), forced.log).toBe(published());
});
