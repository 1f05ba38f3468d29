import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { needTool } from "../clients/need-tool.ts";
import { startWorker, workerConfig } from "../worker/service.ts";
import { type Fault, HOST, Platform } from "./platform.ts";
import { ACTION, INPUTS, Rehearsal, SECRETS } from "./rehearsal.ts";

/** A copy of the project with built notes, and an account where they are published. A stand-in for wrangler answers at once. */
let rehearsal: Rehearsal;
let platform: Platform;

beforeAll(async () => {
  platform = await Platform.start();
  rehearsal = new Rehearsal(platform);
  const { folder } = inject("bundle");
  for (const name of ["dist", "bundle"]) {
    cpSync(join(folder, name), join(rehearsal.folder, "project", name), { recursive: true });
  }
  rehearsal.write("notes/one.md", "# One\n");
  platform.publish(startWorker(workerConfig(inject("bundle"), {})));
});

beforeEach((context) => {
  needTool(context, "REQUIRE_CURL", "bash");
  platform.fault = undefined;
  platform.hasPreviews = true;
  platform.hasSubdomain = true;
  platform.domains.clear();
  platform.deployments.splice(0, Infinity, platform.versions[0]!.id);
});

afterAll(async () => {
  await platform.stop();
  rmSync(rehearsal.folder, { recursive: true });
});

function deploy(options = "", env: NodeJS.ProcessEnv = SECRETS) {
  const command = "node ../project/scripts/commands/deploy.ts --built --name my-notes";
  return rehearsal.run(`${command} ${options}`, { STAND_IN: ".", ...env });
}

function smoke(address = `https://${HOST}/`) {
  return rehearsal.run(`node ../project/scripts/commands/smoke.ts ${address}`, {});
}

test("wrong usage is refused with a sentence", async () => {
  const runs = [
    deploy("--preview 'PR 7!'"),
    deploy("--limit 0"),
    deploy("--limit 10001 --preview 'PR 7!'"),
    deploy("--limit 10000 --preview 'PR 7!'"),
    deploy("notes"),
    smoke("notes.example"),
  ];
  const printed = (await Promise.all(runs)).map(({ code, log }) => [code, log]);
  expect(printed).toEqual([
    [2, "--preview must be lower-case letters, digits and dashes: pr-7. See --help.\n"],
    [2, "--limit must be a whole number from 1 to 10000. See --help.\n"],
    [2, "--limit must be a whole number from 1 to 10000. See --help.\n"],
    [2, "--preview must be lower-case letters, digits and dashes: pr-7. See --help.\n"],
    [
      2,
      "--built publishes dist/ as it is, whatever notes it was built from. Leave out notes. See --help.\n",
    ],
    [2, expect.stringMatching(/^Give one address, .* See --help\.\n$/)],
  ]);
});

test.for<[wrong: object, says: RegExp]>([
  [{ content: "nots" }, /^content: the repository has no folder "nots"/],
  [{ name: "" }, /^name is missing/],
  [{ name: "My notes" }, /^name must be up to 63 lower-case letters.*not "My notes"/],
  [{ name: "notes-reference-api" }, /^name: .* is the name that this project comes with/],
  [{ "api-token": "" }, /^api-token is empty/],
  [{ "account-id": "" }, /^account-id is empty/],
  [{ domain: "https://notes.example" }, /^domain must be a host name/],
  [{ "base-path": "docs" }, /^base-path must be a path/],
  [{ limit: "60/min" }, /^limit must be a whole number from 1 to 10000/],
  [{ limit: "10001" }, /^limit must be/],
  [{ limit: "10000", overwrite: "yes" }, /^overwrite must be/],
  [{ overwrite: "yes" }, /^overwrite must be true or false/],
  [{ "check-only": "TRUE" }, /^check-only must be true or false/],
])("the action refuses %j with a sentence, before anything is installed", async ([wrong, says]) => {
  const { code, log } = await rehearsal.follow(ACTION, { ...INPUTS, ...wrong });
  expect(code).not.toBe(0);
  expect(log).toMatch(/^::error::.+\n$/);
  expect(log.slice("::error::".length)).toMatch(says);
});

test("the action, told to check only, reports problems on their lines and needs no secrets", async () => {
  rehearsal.write("bad/bad.md", "# Bad\n\n[[Nowhere]]\n");
  const inputs = { content: "bad", "check-only": "true" };
  const { log } = await rehearsal.follow(ACTION, inputs);
  expect(log).toMatch(/^::(error|warning) .*file=bad\/bad\.md,line=3,/m);
});

test.for<[what: string, change: () => void, options: string, says: RegExp]>([
  [
    "the name is the included one",
    () => {},
    "--name notes-reference-api",
    /notes-reference-api is the name that this project comes with\. Choose your own, with --name or in wrangler\.toml\./,
  ],
  [
    "the Worker is not this service",
    () => platform.deployments.unshift("00000000-0000-0000-0000-000000000000"),
    "",
    /the account has a Worker my-notes that is not this service\. Choose another name/,
  ],
  [
    "the domain is another Worker's",
    () => platform.domains.set("notes.example", "another"),
    "--domain notes.example",
    /notes\.example belongs to another\./,
  ],
  ["the domain has a DNS record", () => {}, "--domain 127.0.0.1", /127\.0\.0\.1 belongs to a DNS/],
  [
    "there is no subdomain for a new Worker",
    () => {
      platform.hasSubdomain = false;
      platform.deployments.length = 0;
    },
    "",
    /the account has no subdomain of workers\.dev yet\. Open Workers & Pages/,
  ],
  [
    "the API cannot be reached",
    () => {
      platform.fault = { on: /deployments/, text: "fetch failed" };
    },
    "",
    /Cloudflare's API cannot be reached/,
  ],
  [
    "the token has expired",
    () => {
      platform.fault = { on: /deployments/, status: 401 };
    },
    "",
    /The token has expired or may not do this: /,
  ],
])("nothing is deployed if %s, and one sentence says so", async ([, change, options, says]) => {
  change();
  const count = platform.versions.length;
  const { code, sentences, log } = await deploy(options);
  const all = new RegExp(`^Nothing was deployed[.:] .*${says.source}`);
  expect([code, sentences], log).toEqual([1, [expect.stringMatching(all)]]);
  expect(log).toContain(`::error::${sentences[0]}`);
  expect(platform.versions.length).toBe(count);
});

test("a Worker that is not this service is replaced with --overwrite", async () => {
  platform.deployments.unshift("00000000-0000-0000-0000-000000000000");
  const { sentences, log } = await deploy("--overwrite");
  const published = `Published: version ${platform.live} answers at https://${HOST}.`;
  expect(sentences.at(-1), log).toBe(published);
});

test("there is no preview of a Worker that does not exist", async () => {
  platform.deployments.length = 0;
  const { code, sentences } = await deploy("--preview pr-7");
  const says = "No preview: there is no Worker my-notes yet. Publish it first.";
  expect([code, sentences]).toEqual([0, [says]]);
});

test.for([
  ["versions upload", /^Nothing was deployed\. Version \S+ is still live\. .* again\.$/],
  ["versions deploy", /^Going live failed .* shows which version .* To go back .* again\.$/],
] as const)("if %s fails, one sentence says what is live and what to do", async ([call, says]) => {
  const before = platform.live;
  platform.fault = { on: new RegExp(`^${call}$`), status: 503 };
  const { code, sentences, log } = await deploy();
  expect([code, sentences.at(-1)], log).toEqual([1, expect.stringMatching(says)]);
  expect(platform.live).toBe(before);
});

test("if the first version fails, nobody is told to delete a Worker", async () => {
  platform.deployments.length = 0;
  platform.fault = { on: /^deploy$/, status: 503 };
  const { code, sentences } = await deploy();
  const says = /^Going live failed .* There is no earlier version to go back to\. /;
  expect([code, sentences]).toEqual([1, [expect.stringMatching(says)]]);
  expect(sentences.join()).not.toContain("delete");
});

test("a version that fails its test stays dark", async () => {
  const before = platform.live;
  platform.fault = { on: /./, header: ["X-Version", "another"] };
  const { code, sentences } = await deploy();
  const version = platform.versions.at(-1)?.id;
  const says = `^Version ${version} fails its test: https://${version?.slice(0, 8)}-${HOST}/.* of version another. Nothing was deployed. Version ${before} is still live. Fix it`;
  expect([code, sentences]).toEqual([1, [expect.stringMatching(says)]]);
  expect(platform.live).toBe(before);
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
  ["a note is missing", { on: /notes\/(?!no\/)/, status: 404 }, "has status 404"],
  ["the limit lasts", { on: /./, status: 429, header: ["Retry-After", "900"] }, "status 429"],
  ["search finds nothing", { on: /search/, text: '{"results":[]}' }, "does not find it"],
  ["there is a page instead of a 404", { on: /no.such/, status: 200 }, "200 instead of 404"],
  ["writing is possible", { on: /DELETE/, status: 200 }, "200 instead of 405"],
])("the smoke test fails if %s", async ([, fault, says]) => {
  platform.fault = fault;
  const { code, log } = await smoke();
  expect([code, log]).toEqual([1, expect.stringMatching(`FAIL  .*${says}`)]);
});
