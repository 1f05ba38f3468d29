import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIGESTS_ADDRESS, noteAddress } from "../../worker/contract/addresses.ts";
import type { Digests } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import { runCommand } from "../cli/command.ts";
import { typed } from "../cli/program.ts";
import { build, checkList, findLive, type Report, wrangler } from "../publish/platform.ts";
import { DIST, PublishError, readSettings, type Settings } from "../publish/publish-settings.ts";
import { testService } from "../publish/smoke-test.ts";
import { plural } from "../report/terminal.ts";

const USAGE = `Usage: ${typed("deploy", "[FOLDER] [options]")}

Builds the notes and publishes them with Cloudflare Workers: uploads a version, tests it
at its own address, gives it the traffic, and tests the public address.

Options:
  --content DIR     the notes, in place of FOLDER; --ignore, --attachments, --language and
                    --rule are as in ${typed("build")}
  --name NAME       the Worker, in place of the name in wrangler.toml; likewise
  --domain HOST     a domain of the account
  --base-path PATH  what precedes /api/v1, such as /docs
  --limit N         requests accepted from one client in any window
  --preview NAME    only upload a version and test it, at an address that begins so
  --overwrite       even if the name belongs to another Worker
  --built           publish dist/ and bundle/ as they are
  -h, --help        show this

Environment: CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID (default: wrangler's login);
BASE_URL, the address to test (default: the domain, or the one on workers.dev).

Exit codes: 0 published and tested, 1 something failed, 2 wrong usage.
`;

async function deploy(args: readonly string[]): Promise<number> {
  try {
    await publish(readSettings(args));
    return 0;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    if (process.env.GITHUB_ACTIONS === "true") process.stdout.write("::error::");
    say(error.message);
    return 1;
  }
}

async function publish(settings: Settings): Promise<void> {
  const { name, preview } = settings;
  const live = await findLive(settings);
  if (preview !== undefined && live === undefined) {
    return say(`No preview: there is no Worker ${name} yet. Publish it first.`);
  }
  if (!settings.built) build(settings.build);
  checkList(DIST);
  const tested = live ? await stage(settings, live) : undefined;
  if (preview !== undefined) return;
  if (tested) await compare(publicAddress(settings, tested));
  const rollback = live
    ? `To go back to the previous version, run \`npx wrangler versions deploy ${live}@100% --name ${name} --yes\`.`
    : "There is no earlier version to go back to.";
  const released = release(name, rollback, tested);
  const address = publicAddress(settings, released);
  await test(released.version_id, address, `It is live. ${rollback}`);
  say(`Published: version ${released.version_id} answers at ${address}.`, address);
}

/** Uploads a version without traffic, and tests it at its own address, which it has unless previews are off. */
async function stage({ basePath, preview }: Settings, live: string) {
  process.stdout.write("wrangler's advice below, and its warnings about triggers, are expected.\n");
  const unchanged = `Nothing was deployed. Version ${live} is still live.`;
  const args = preview === undefined ? [] : ["--preview-alias", preview];
  const report = wrangler(["versions", "upload", ...args], unchanged);
  const { version_id: version, preview_url, preview_alias_url = preview_url } = report;
  if (!preview_alias_url) {
    return void say(`Version ${version} has no address of its own to be tested at.`);
  }
  const address = preview_alias_url + basePath;
  await test(version, address, `${unchanged} Fix it and publish again.`);
  say(`Tested: version ${version} at ${address}.`, address);
  return report;
}

/** Gives all traffic to the tested version, or to a new one; and updates routes, domains and log settings. */
function release(name: string, rollback: string, tested?: Report): Report {
  const failure = `Going live failed or stopped halfway; \`npx wrangler deployments status --name ${name}\` shows which version is live, and its routes and domains may not be as configured. ${rollback}`;
  if (tested === undefined) return wrangler(["deploy"], failure);
  wrangler(["versions", "deploy", `${tested.version_id}@100%`, "--yes"], failure);
  wrangler(["triggers", "deploy"], failure);
  return tested;
}

/** What precedes `/api/v1` in the service's address; a version's is https://12345678-name.subdomain.workers.dev. */
function publicAddress({ address, basePath }: Settings, { preview_url, targets }: Report): string {
  const target = targets?.find((each) => each.endsWith(".workers.dev"));
  const onWorkersDev = preview_url?.replace(/\/\/[^-]+-/, "//") ?? target;
  return address ?? `${onWorkersDev}${basePath}`;
}

async function test(version: string, address: string, consequence: string): Promise<void> {
  await testService(address, version).catch(({ message }) => {
    throw new PublishError(`Version ${version} fails its test: ${message}. ${consequence}`);
  });
}

/** Says how many notes are added, changed and removed, and at which addresses none will be. */
async function compare(address: string): Promise<void> {
  const served = fetch(address + DIGESTS_ADDRESS).then((response) => response.json());
  const { digests: live } = (await served.catch(() => ({}))) as Partial<Digests>;
  if (live === undefined) return say(`The notes at ${address} could not be compared.`);
  const { digests: built }: Digests = JSON.parse(readFileSync(join(DIST, DIGESTS_ADDRESS), "utf8"));
  const redirects = readFileSync(join(DIST, "_redirects"), "utf8");
  const isGone = (route: Route) => !built[route] && !redirects.includes(`${noteAddress(route)} `);
  const gone = (Object.keys(live) as Route[]).filter(isGone);
  const routes = Object.keys(built) as Route[];
  const added = routes.filter((route) => !live[route]).length;
  const changed = routes.filter((route) => live[route] && live[route] !== built[route]).length;
  const removed = gone.length === 0 ? "" : `: ${gone.join(" ")}`;
  say(`${plural(added, "note")} added, ${changed} changed, ${gone.length} removed${removed}`);
}

/** Prints a sentence and, on GitHub, adds it to the job summary and gives an address to later steps. */
function say(sentence: string, address = ""): void {
  process.stdout.write(`${sentence}\n`);
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = process.env;
  if (summary) appendFileSync(summary, `${sentence}\n\n`);
  if (output && address) appendFileSync(output, `address=${address}\n`);
}

await runCommand(deploy, USAGE);
