import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { DIGESTS_ADDRESS } from "../../worker/contract/addresses.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { splitOptions } from "../cli/options.ts";
import { checkService } from "../publish/checks.ts";
import { checkDomains, findLive, type Live } from "../publish/platform.ts";
import { askService } from "../publish/service.ts";
import { openBuild, readSettings, type Settings } from "../publish/settings.ts";
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
  if (options.preview !== undefined && live === undefined) {
    return say(`No preview: there is no Worker ${settings.name} yet. Publish it first.`);
  }
  if (!options.built) await build(buildArgs);
  if (options.preview !== undefined) {
    await uploadAndTest(settings, live, "--preview-alias", options.preview);
    return;
  }
  // A version has an address of its own only if the Worker exists, and previews are on.
  const canTestFirst = live !== undefined && settings.hasPreviews;
  const { report, address } = await (canTestFirst ? release : deployAtOnce)(settings, live);
  await test(
    address,
    report,
    `Version ${report.version_id} is live and fails the checks above, at ${address}. ${explainRollback(settings, live)}`,
  );
  say(`Published: version ${report.version_id} answers at ${address}.`, "", address);
}

async function deployAtOnce(settings: Settings, live: Live) {
  if (live !== undefined && settings.address !== undefined) await compare(settings.address);
  const report = await runWrangler(
    ["deploy", ...UPLOADED],
    `The deployment of ${settings.name} failed or stopped halfway. ${explainRollback(settings, live)}`,
  );
  const target = report.targets?.find((each) => each.endsWith(".workers.dev"));
  const onWorkersDev = target?.replace(/^(https:\/\/)?/, "https://");
  return { report, address: settings.address ?? `${onWorkersDev}${settings.basePath}` };
}

/** Uploads a version, tests it, gives it all traffic, and updates routes, domains and log settings. */
async function release(settings: Settings, live: Live) {
  process.stdout.write(
    "Expected below: wrangler's advice to deploy the version and its triggers, which this does, and its warning that `triggers deploy` is experimental.\n",
  );
  const report = await uploadAndTest(settings, live);
  if (!report.preview_url) return deployAtOnce(settings, live);
  const version = report.version_id;
  // A version's own address is https://12345678-name.subdomain.workers.dev.
  const onWorkersDev = report.preview_url.replace(/\/\/[^-]+-/, "//");
  const address = settings.address ?? `${onWorkersDev}${settings.basePath}`;
  await compare(address);
  await runWrangler(
    ["versions", "deploy", `${version}@100%`, "--yes"],
    `Version ${version} passed its test, but deploying it failed or stopped halfway; \`npx wrangler deployments status --name ${settings.name}\` shows which version is live. ${explainRollback(settings, live)}`,
  );
  await runWrangler(
    ["triggers", "deploy"],
    `Version ${version} is live, but its routes, domains and workers.dev address may not be as configured. ${explainRollback(settings, live)}`,
  );
  return { report, address };
}

/** Uploads a version without traffic, and tests it at its own address. */
async function uploadAndTest(settings: Settings, live: Live, ...alias: string[]): Promise<Report> {
  const stays = live?.[0] ? `Version ${live[0].version_id} is still live.` : "";
  const args = ["versions", "upload", ...UPLOADED, ...alias];
  const report = await runWrangler(args, `Nothing was deployed. ${stays}`);
  if (!report.preview_url) {
    say(
      "The version could not be tested first: the Worker's previews are off until it is published.",
    );
    return report;
  }
  const address = `${report.preview_alias_url ?? report.preview_url}${settings.basePath}`;
  const version = report.version_id;
  await test(
    address,
    report,
    `Nothing was deployed: version ${version} fails the checks above, at ${address}. ${stays} Fix it and publish again.`,
  );
  say(`Tested: version ${version} at ${address}.`, "", address);
  return report;
}

async function test(address: string, { version_id }: Report, failure: string): Promise<void> {
  process.stdout.write(`${address}\n`);
  const ask = askService(address, version_id, WAIT_SECONDS);
  if (!(await checkService(ask, openBuild(join(PROJECT, "dist"))))) throw new PublishError(failure);
}

/** Says how many addresses of notes will appear, change and disappear, and which ones disappear. */
async function compare(address: string): Promise<void> {
  const digests = (text = "") => new Map(Object.entries(JSON.parse(text).digests));
  const built = digests(openBuild(join(PROJECT, "dist"))(DIGESTS_ADDRESS));
  const reply = await askService(address)(DIGESTS_ADDRESS).catch(() => undefined);
  if (reply?.status !== 200) return say(`The notes at ${address} could not be compared.`);
  const live = digests(reply.text);
  const added = [...built.keys()].filter((route) => !live.has(route));
  const changed = [...built].filter(([route, digest]) => live.get(route) !== digest);
  const gone = [...live.keys()].filter((route) => !built.has(route));
  const names = gone.length > 0 ? `: ${gone.join(" ")}` : "";
  say(
    `Addresses that appear: ${added.length}, change: ${changed.length - added.length}, disappear: ${gone.length}${names}`,
  );
}

function explainRollback({ name }: Settings, live: Live = []): string {
  if (live.length === 0) {
    return `There is no earlier version to go back to; \`npx wrangler delete --name ${name}\` removes ${name}.`;
  }
  const specs = live.map(({ version_id, percentage }) => `${version_id}@${percentage}%`).join(" ");
  return `To go back to the previous version, run \`npx wrangler versions deploy ${specs} --name ${name} --yes\`.`;
}

/** Prints a sentence and, on GitHub, adds it to the job summary and gives an address to later steps. */
function say(sentence: string, mark = "", address = ""): void {
  process.stdout.write(`${mark}${sentence}\n`);
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = process.env;
  if (summary) appendFileSync(summary, `${sentence}\n\n`);
  if (output && address) appendFileSync(output, `address=${address}\n`);
}

await runCommand(deploy, USAGE);
