import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIGESTS_ADDRESS, noteAddress } from "../../worker/contract/addresses.ts";
import type { Route } from "../../worker/contract/route.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { splitOptions } from "../cli/options.ts";
import { checkService } from "../publish/checks.ts";
import { checkDomains, findLive, type Live } from "../publish/platform.ts";
import { askService } from "../publish/service.ts";
import { readSettings, type Settings } from "../publish/settings.ts";
import { build, PROJECT, PublishError, type Report, runWrangler } from "../publish/wrangler.ts";

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

/** A new hostname and its certificate can take minutes to be available everywhere. */
const WAIT_SECONDS = 300;
const DIST = join(PROJECT, "dist");
const UPLOADED = [join(PROJECT, "bundle/index.js"), "--no-bundle", "--no-minify"];

async function deploy(args: readonly string[]): Promise<number> {
  const { build: buildArgs, others } = splitOptions(args);
  const { values } = parseArguments(others, OPTIONS);
  try {
    await publish(values, buildArgs);
    return 0;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    say(error.message, process.env.GITHUB_ACTIONS === "true" ? "::error::" : "");
    return 1;
  }
}

async function publish(options: Options, buildArgs: readonly string[]): Promise<void> {
  const settings = readSettings(options);
  const live = await findLive(settings, options.overwrite);
  await checkDomains(settings);
  const { preview } = options;
  if (preview !== undefined && !live.exists) {
    return say(`No preview: there is no Worker ${settings.name} yet. Publish it first.`);
  }
  if (!options.built) await build(buildArgs);
  if (preview !== undefined) {
    await upload(settings, live, "--preview-alias", preview);
    return;
  }
  const { version, address } = await release(settings, live);
  await test(
    address,
    version,
    `is live and fails the checks above, at ${address}. ${live.rollback}`,
  );
  say(`Published: version ${version} answers at ${address}.`, "", address);
}

/** Uploads a version, tests it, gives it all traffic, and updates routes, domains and log settings. */
async function release(settings: Settings, live: Live) {
  // Without a Worker, or with previews off, a version has no address of its own.
  const own = live.exists && settings.hasPreviews ? await upload(settings, live) : undefined;
  if (!own?.preview_url) return releaseUntested(settings, live);
  const version = own.version_id;
  // A version's own address is https://12345678-name.subdomain.workers.dev.
  const onWorkersDev = own.preview_url.replace(/\/\/[^-]+-/, "//") + settings.basePath;
  const address = settings.address ?? onWorkersDev;
  await compare(address);
  await runWrangler(
    ["versions", "deploy", `${version}@100%`, "--yes"],
    `Version ${version} passed its test, but deploying it failed or stopped halfway; \`npx wrangler deployments status --name ${settings.name}\` shows which version is live. ${live.rollback}`,
  );
  await runWrangler(
    ["triggers", "deploy"],
    `Version ${version} is live, but its routes, domains and workers.dev address may not be as configured. ${live.rollback}`,
  );
  return { version, address };
}

async function releaseUntested({ name, address, basePath }: Settings, live: Live) {
  if (live.exists && address !== undefined) await compare(address);
  const { version_id, targets } = await runWrangler(
    ["deploy", ...UPLOADED],
    `The deployment of ${name} failed or stopped halfway. ${live.rollback}`,
  );
  const target = targets?.find((each) => each.endsWith(".workers.dev"));
  const onWorkersDev = `${target?.replace(/^(https:\/\/)?/, "https://")}${basePath}`;
  return { version: version_id, address: address ?? onWorkersDev };
}

/** Uploads a version without traffic, and tests it at its own address if it has one. */
async function upload(settings: Settings, { stays }: Live, ...alias: string[]): Promise<Report> {
  process.stdout.write(
    "wrangler's advice below to deploy the version and its triggers is expected, as is its warning that `triggers deploy` is experimental.\n",
  );
  const args = ["versions", "upload", ...UPLOADED, ...alias];
  const report = await runWrangler(args, `Nothing was deployed. ${stays}`);
  const { version_id: version, preview_url, preview_alias_url } = report;
  const host = preview_alias_url ?? preview_url;
  if (!host) {
    say(`Version ${version} could not be tested first, because the Worker's previews are off.`);
    return report;
  }
  const address = host + settings.basePath;
  await test(
    address,
    version,
    `fails the checks above, at ${address}. Nothing was deployed. ${stays} Fix it and publish again.`,
  );
  say(`Tested: version ${version} at ${address}.`, "", address);
  return report;
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
  const digestsIn = (text: string) => new Map(Object.entries(JSON.parse(text).digests));
  const live = digestsIn(reply.text);
  const built = digestsIn(readFileSync(join(DIST, DIGESTS_ADDRESS), "utf8"));
  const redirects = readFileSync(join(DIST, "_redirects"), "utf8");
  const isGone = (route: string) =>
    !built.has(route) && !redirects.includes(`${noteAddress(route as Route)} `);
  const added = [...built.keys()].filter((route) => !live.has(route)).length;
  const changed = [...built].filter(([route, digest]) => live.get(route) !== digest).length - added;
  const gone = [...live.keys()].filter(isGone);
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
