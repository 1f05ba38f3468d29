import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { note } from "../build/vault.ts";
import { needTool } from "../clients/need-tool.ts";
import { HOST, Platform } from "./platform.ts";
import { ACTION, INPUTS, Rehearsal, readYaml, SECRETS, type Step } from "./rehearsal.ts";

vi.setConfig({ testTimeout: 900_000 });

type Job = { readonly steps: readonly Step[] };

const workflow = ".github/workflows/publish-notes.yml";
const { jobs } = readYaml<{ jobs: Record<"build" | "publish", Job> }>(workflow);

/** One copy of the project, one account, and three journeys with wrangler itself, in this order. */
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

/** @param standIn the commands of wrangler for which its stand-in is enough */
function deploy(options = "", standIn = "") {
  const command = "node ../project/scripts/commands/deploy.ts --content notes --name my-notes";
  return rehearsal.run(`${command} ${options}`, { ...SECRETS, STAND_IN: standIn });
}

/** What the two other journeys do with wrangler itself. */
const RELEASE = "^(versions|triggers) deploy";
const ALL_BUT_UPLOAD = "^(?!versions upload)";
const ALL_BUT_SETTINGS = "^(?!versions upload|triggers)";

const published = () => `Published: version ${platform.live} answers at https://${HOST}.`;

async function read(host: string, address: string): Promise<{ headers: Headers; text: string }> {
  const sent = await fetch(platform.origin + address, { headers: { "X-Edge-Host": host } });
  return { headers: sent.headers, text: await sent.text() };
}

test("the action publishes a repository of notes; a second version is tested and compared before it is live; a preview changes nothing that is", async () => {
  const first = await rehearsal.follow(ACTION, INPUTS);
  expect(first.sentences, first.log).toEqual([published()]);
  expect(first.output).toBe(`address=https://${HOST}\n`);

  for (const name of ["one", "three"]) rmSync(join(rehearsal.folder, `notes/notes/${name}.md`));
  rehearsal.write("notes/two.md", note("two", "Changed.\n"));
  rehearsal.write("notes/four.md", note("four"));
  rehearsal.write("notes/third.md", note("third", "Moved.\n", "formerly: /three\n"));
  platform.fault = { on: /./, header: ["X-Version", "the first"], isOnce: true };
  const second = await deploy("", RELEASE);
  const live = platform.live;
  expect(second.sentences, second.log).toEqual([
    `Tested: version ${live} at https://${live?.slice(0, 8)}-${HOST}.`,
    "2 notes added, 1 changed, 1 removed: /one",
    published(),
  ]);
  expect((await read(HOST, "/api/v1/notes/two.json")).text).toContain("Changed.");

  rehearsal.write("notes/two.md", note("two", "A draft.\n"));
  const preview = await deploy("--preview pr-7", ALL_BUT_UPLOAD);
  const version = platform.versions.at(-1)?.id;
  const tested = `Tested: version ${version} at https://pr-7-${HOST}.`;
  expect(preview.sentences, preview.log).toEqual([tested]);
  expect((await read(`pr-7-${HOST}`, "/api/v1/notes/two.json")).text).toContain("A draft.");
  expect(platform.live).toBe(live);
});

test("the workflow of two jobs publishes what the first one built, at a domain with a base path and a limit", async () => {
  rehearsal.write("notes/five.md", note("five"));
  const inputs = { ...INPUTS, domain: "notes.example", "base-path": "/docs", limit: "30" };
  const built = await rehearsal.follow(jobs.build.steps, { ...inputs, workspace: ".." });
  expect(built.code, built.log).toBe(0);
  const values = { ...inputs, ...SECRETS, workspace: "../project" };
  const standIn = { STAND_IN: ALL_BUT_SETTINGS };
  const { log, output } = await rehearsal.follow(jobs.publish.steps, values, standIn);
  expect(output, log).toMatch(/\naddress=https:\/\/notes\.example\/docs\n$/);
  const { headers, text } = await read("notes.example", "/docs/api/v1/notes/five.json");
  expect(text).toContain("five");
  expect(headers.get("X-RateLimit-Limit")).toBe("30");
});

test("a broken version that could not be tested beforehand is rolled back with the line that it ends with", async () => {
  const before = platform.live;
  platform.hasPreviews = false;
  platform.fault = { on: /./, header: ["X-Version", "another"] };
  const { code, sentences } = await deploy("", ".");
  expect([code, sentences[0]]).toEqual([1, expect.stringContaining("no address of its own")]);
  expect(platform.live).not.toBe(before);
  const advice = /It is live\. To go back to the previous version, run `npx wrangler (.*)`\.$/;
  const [, command] = advice.exec(sentences.at(-1) ?? "") ?? [];
  const wrangler = "cd ../project && node node_modules/wrangler/bin/wrangler.js";
  const rollback = await rehearsal.run(`${wrangler} ${command}`, SECRETS);
  expect(platform.live, rollback.log).toBe(before);
});
