import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIGESTS_ADDRESS, noteAddress } from "../../worker/contract/addresses.ts";
import type { Digests } from "../../worker/contract/note.ts";
import type { Route } from "../../worker/contract/route.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { splitOptions } from "../cli/options.ts";
import { checkService } from "../publish/checks.ts";
import { checkDomain, findLive, type Live } from "../publish/platform.ts";
import { askService } from "../publish/service.ts";
import { readSettings, type Settings } from "../publish/settings.ts";
import { build, DIST, PublishError, runWrangler } from "../publish/wrangler.ts";

const USAGE = `Usage: npm run deploy -- [options]

Builds the notes and publishes them with Cloudflare Workers: uploads a version, tests it
at its own address, gives it the traffic, and tests the public address.

Options:
  --content DIR, --ignore GLOB, --rule NAME=SEVERITY
                    as in npm run build
  --name NAME       the Worker, in place of the name in wrangler.toml; likewise
  --domain HOST     a domain of the account
  --base-path PATH  what precedes /api/v1, such as /docs
  --limit N         requests accepted from one client in any window
  --preview NAME    only upload a version and test it, at an address that begins
                    with NAME
  --overwrite       even if the name belongs to another Worker
  --built           publish dist/ and bundle/ as they are
  -h, --help        show this

Environment: CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID (default: wrangler's login);
BASE_URL, the address to test (default: the domain, or the one on workers.dev).

Exit codes: 0 published and tested, 1 something failed, 2 wrong usage.
`;

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean", default: false } as const;
const OPTIONS = {
  options: {
    name: TEXT,
    domain: TEXT,
    "base-path": TEXT,
    limit: TEXT,
    preview: TEXT,
    overwrite: FLAG,
    built: FLAG,
  },
};

type Options = ReturnType<typeof parseArguments<typeof OPTIONS>>["values"];

type Tested = NonNullable<Awaited<ReturnType<typeof upload>>>;

/** A new hostname and its certificate can take minutes to be available everywhere. */
const WAIT_SECONDS = 300;

async function deploy(args: readonly string[]): Promise<number> {
  const { build: buildArgs, others } = splitOptions(args);
  const { values } = parseArguments(others, OPTIONS);
  try {
    await publish(values, buildArgs);
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    say(error.message, process.env.GITHUB_ACTIONS === "true" ? "::error::" : "");
    return 1;
  }
  return 0;
}

async function publish(options: Options, buildArgs: readonly string[]): Promise<void> {
  const settings = readSettings(options);
  const live = findLive(settings, options.overwrite);
  await checkDomain(settings);
  const { preview } = options;
  if (preview !== undefined && !live.exists) {
    return say(`No preview: there is no Worker ${settings.name} yet. Publish it first.`);
  }
  if (!options.built) build(buildArgs);
  // Without a Worker, or with previews off, a version has no address of its own.
  const isTested = live.exists && (settings.hasPreviews || preview !== undefined);
  const tested = isTested ? await upload(settings, live, preview) : undefined;
  if (preview !== undefined) return;
  const { version, address } = tested
    ? await release(tested, settings, live)
    : releaseUntested(settings, live);
  const failure = `is live and fails the checks above, at ${address}. ${live.rollback}`;
  await test(address, version, failure);
  say(`Published: version ${version} answers at ${address}.`, "", address);
}

/** Uploads a version without traffic, and tests it at its own address if it has one. */
async function upload({ basePath }: Settings, { stays }: Live, alias?: string) {
  process.stdout.write("wrangler's advice below, and its warnings about triggers, are expected.\n");
  const unchanged = `Nothing was deployed. ${stays}`;
  const args = alias === undefined ? [] : ["--preview-alias", alias];
  const report = runWrangler(["versions", "upload", ...args], unchanged);
  const { version_id: version, preview_url, preview_alias_url = preview_url } = report;
  if (!preview_url) {
    say(`Version ${version} has no address of its own to be tested at.`);
    return undefined;
  }
  const address = preview_alias_url + basePath;
  const failure = `fails the checks above, at ${address}. ${unchanged} Fix it and publish again.`;
  await test(address, version, failure);
  say(`Tested: version ${version} at ${address}.`, "", address);
  // A version's own address is https://12345678-name.subdomain.workers.dev.
  return { version, onWorkersDev: preview_url.replace(/\/\/[^-]+-/, "//") + basePath };
}

/** Gives a version all traffic, and updates routes, domains and log settings. */
async function release({ version, onWorkersDev }: Tested, settings: Settings, live: Live) {
  const { name, address = onWorkersDev } = settings;
  await compare(address);
  runWrangler(
    ["versions", "deploy", `${version}@100%`, "--yes"],
    `Version ${version} passed its test, but deploying it failed or stopped halfway; \`npx wrangler deployments status --name ${name}\` shows which version is live. ${live.rollback}`,
  );
  runWrangler(
    ["triggers", "deploy"],
    `Version ${version} is live, but its routes, domains and workers.dev address may not be as configured. ${live.rollback}`,
  );
  return { version, address };
}

function releaseUntested({ name, basePath, address }: Settings, { rollback }: Live) {
  const failure = `The deployment of ${name} failed or stopped halfway. ${rollback}`;
  const { version_id: version, targets } = runWrangler(["deploy"], failure);
  const target = targets?.find((each) => each.endsWith(".workers.dev"));
  const onWorkersDev = `${target?.replace(/^(https:\/\/)?/, "https://")}${basePath}`;
  return { version, address: address ?? onWorkersDev };
}

async function test(address: string, version: string, failure: string): Promise<void> {
  process.stdout.write(`${address}\n`);
  const isGood = await checkService(askService(address, version, WAIT_SECONDS), DIST);
  if (!isGood) throw new PublishError(`Version ${version} ${failure}`);
}

/** Says how many addresses of notes will appear, change and disappear, and which ones disappear. */
async function compare(address: string): Promise<void> {
  const reply = await askService(address)(DIGESTS_ADDRESS).catch(() => undefined);
  if (reply?.status !== 200) return say(`The notes at ${address} could not be compared.`);
  const live: Digests["digests"] = JSON.parse(reply.text).digests;
  const text = readFileSync(join(DIST, DIGESTS_ADDRESS), "utf8");
  const built: Digests["digests"] = JSON.parse(text).digests;
  const redirects = readFileSync(join(DIST, "_redirects"), "utf8");
  const isGone = (route: Route) => !built[route] && !redirects.includes(`${noteAddress(route)} `);
  const routes = Object.keys(built) as Route[];
  const added = routes.filter((route) => !live[route]).length;
  const changed = routes.filter((route) => live[route] && live[route] !== built[route]).length;
  const gone = (Object.keys(live) as Route[]).filter(isGone);
  const names = gone.length > 0 ? `: ${gone.join(" ")}` : "";
  say(`Addresses that appear: ${added}, change: ${changed}, disappear: ${gone.length}${names}`);
}

/** Prints a sentence and, on GitHub, adds it to the job summary and gives an address to later steps. */
function say(sentence: string, mark = "", address = ""): void {
  process.stdout.write(`${mark}${sentence}\n`);
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = process.env;
  if (summary) appendFileSync(summary, `${sentence}\n\n`);
  if (output && address) appendFileSync(output, `address=${address}\n`);
}

await runCommand(deploy, USAGE);
