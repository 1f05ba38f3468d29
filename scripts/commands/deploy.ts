import { appendFileSync } from "node:fs";
import type { ParseArgsConfig } from "node:util";
import { parseArguments, runCommand } from "../cli/command.ts";
import { splitOptions } from "../cli/options.ts";
import { type Credentials, PublishError, readApi } from "../publish/api.ts";
import { publicAddress, readSite, type Site, settingFaults } from "../publish/site.ts";
import {
  bundleWorker,
  findCredentials,
  type Report,
  runScript,
  runWrangler,
} from "../publish/wrangler.ts";

const USAGE = `Usage: npm run deploy -- [options]

Builds the notes and publishes them with Cloudflare Workers: uploads a version, tests it
at its own address, puts it in place of the previous one, and tests the public address.

Options:
  --content DIR         the notes (default: content)
  --ignore GLOB         as in npm run build
  --rule NAME=SEVERITY  as in npm run build
  --built               publish dist/ and bundle/ as they are
  --preview NAME        only upload a version and test it, at an address that begins
                        with NAME
  -h, --help            show this

Environment: CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID (default: wrangler's login);
BASE_URL, the address to test (default: derived from wrangler.toml).

Exit codes: 0 published and tested, 1 something failed, 2 wrong usage.
`;

const OPTIONS = {
  options: {
    built: { type: "boolean", default: false },
    preview: { type: "string" },
  },
} satisfies ParseArgsConfig;

type Options = ReturnType<typeof parseArguments<typeof OPTIONS>>["values"] & {
  buildArgs: readonly string[];
};

/** A new hostname and its certificate can take minutes to be available everywhere. */
const WAIT_SECONDS = "300";

const UPLOADED = ["bundle/index.js", "--no-bundle", "--no-minify"];

interface Publication {
  readonly site: Site;
  readonly credentials: Credentials;
  /** The versions that were live before; none if this is the first deployment. */
  readonly live: readonly LiveVersion[];
}

interface LiveVersion {
  readonly version_id: string;
  readonly percentage: number;
}

async function deploy(args: readonly string[]): Promise<number> {
  const { build: buildArgs, others } = splitOptions(args);
  const { values } = parseArguments(others, OPTIONS);
  try {
    await publish({ ...values, buildArgs });
    return 0;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    say(error.message, process.env.GITHUB_ACTIONS === "true" ? "::error::" : "");
    return 1;
  }
}

async function publish(options: Options): Promise<void> {
  const site = readSite();
  const credentials = await findCredentials(site.account);
  if (credentials === undefined) {
    return say(
      "Built and tested, but not published: the secrets CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID are missing. docs/deploy.md explains how to publish.",
    );
  }
  const path = `/workers/scripts/${site.name}/deployments`;
  const worker = await readApi<{ deployments: { versions: LiveVersion[] }[] }>(credentials, path);
  const [newest] = worker?.deployments ?? [];
  const publication = { site, credentials, live: newest?.versions ?? [] };
  if (options.preview !== undefined) {
    const first = `No preview: there is no Worker ${site.name} yet. The first push to main creates it.`;
    if (worker === undefined) return say(first);
    await build(options);
    const report = await upload(publication, "--preview-alias", options.preview);
    return testUploaded(publication, report);
  }
  const account = site.isOnWorkersDev
    ? await readApi<{ subdomain: string }>(credentials, "/workers/subdomain")
    : undefined;
  const address = publicAddress(site, process.env.BASE_URL ?? "", account?.subdomain);
  await checkDomains(publication);
  await build(options);
  const version = await (worker === undefined ? deployFirst : release)(publication);
  await checkSettings(publication, version);
  if (!(await smoke(address, version))) {
    throw new PublishError(
      `Version ${version} is live and fails the checks above, at ${address}. ${explainRollback(publication)}`,
    );
  }
  say(`Published: version ${version} answers at ${address}.`);
}

/** Without a terminal, wrangler takes a domain from another Worker or a DNS record without asking. */
async function checkDomains({ site, credentials }: Publication): Promise<void> {
  if (process.stdin.isTTY) return;
  for (const hostname of site.customDomains) {
    const query = new URLSearchParams({ hostname });
    const domains = await readApi<{ service: string }[]>(credentials, `/workers/domains?${query}`);
    if (!domains?.some(({ service }) => service === site.name)) {
      throw new PublishError(
        `Nothing was deployed: ${hostname} does not belong to ${site.name} yet. Run npm run deploy at a terminal once: there, wrangler asks before it takes over a domain.`,
      );
    }
  }
}

async function build({ built, buildArgs }: Options): Promise<void> {
  if (built) return;
  if (!(await runScript("build.ts", buildArgs))) {
    throw new PublishError("Nothing was deployed: building the notes failed.");
  }
  if (!(await bundleWorker())) {
    throw new PublishError("Nothing was deployed: bundling the Worker failed.");
  }
}

async function deployFirst({ site, credentials }: Publication): Promise<string> {
  const consequence = `The first deployment of ${site.name} failed or stopped halfway.`;
  const report = await runWrangler(credentials, ["deploy", ...UPLOADED], consequence);
  return report.version_id;
}

/** Uploads a version, tests it, gives it all traffic, and updates routes, domains and settings. */
async function release(publication: Publication): Promise<string> {
  const { credentials } = publication;
  const report = await upload(publication);
  const version = report.version_id;
  await testUploaded(publication, report);
  await runWrangler(
    credentials,
    ["versions", "deploy", `${version}@100%`, "--yes"],
    `Version ${version} passed its test, but deploying it failed or stopped halfway; \`npx wrangler deployments status\` shows which version is live. ${explainRollback(publication)}`,
  );
  await runWrangler(
    credentials,
    ["triggers", "deploy"],
    `Version ${version} is live, but its routes, domains and workers.dev address may not match wrangler.toml. ${explainRollback(publication)}`,
  );
  return version;
}

function upload({ credentials, live }: Publication, ...more: string[]): Promise<Report> {
  const consequence = `Nothing was deployed. ${explainLive(live)}`;
  return runWrangler(credentials, ["versions", "upload", ...UPLOADED, ...more], consequence);
}

async function testUploaded({ site, live }: Publication, report: Report): Promise<void> {
  const host = report.preview_alias_url ?? report.preview_url;
  const version = report.version_id;
  if (!host) {
    return say(
      `Version ${version} has no address of its own, because preview_urls is off, so it was not tested first.`,
    );
  }
  const address = host + site.basePath;
  if (await isBehindAccess(address)) {
    return say(
      `Version ${version} was not tested at ${address}, which asks for a login (Cloudflare Access).`,
    );
  }
  if (!(await smoke(address, version))) {
    throw new PublishError(
      `Nothing was deployed: version ${version} fails the checks above, at ${address}. ${explainLive(live)} Fix it and push again.`,
    );
  }
  say(`Tested: version ${version} at ${address}.`);
}

async function isBehindAccess(address: string): Promise<boolean> {
  const response = await fetch(address, { redirect: "manual" }).catch(() => undefined);
  return response?.headers.get("Location")?.includes(".cloudflareaccess.com/") ?? false;
}

function smoke(address: string, version: string): Promise<boolean> {
  const args = [address, "--dist", "dist", "--version", version, "--wait", WAIT_SECONDS];
  return runScript("smoke.ts", args);
}

/** Log settings are not part of a version: wrangler sends them separately, and may only warn if that fails. */
async function checkSettings(publication: Publication, version: string): Promise<void> {
  const { site, credentials } = publication;
  const path = `/workers/scripts/${site.name}/script-settings`;
  const unknown = `Version ${version} is live, but its log settings could not be compared with wrangler.toml.`;
  const settings = await readApi<{ observability?: unknown }>(credentials, path, unknown);
  const faults = settingFaults(site.observability, settings?.observability, "observability");
  if (faults.length > 0) {
    throw new PublishError(
      `Version ${version} is live, but Cloudflare may keep more of each request than wrangler.toml allows: ${faults.join("; ")}. Run this again, or change it in the dashboard (Settings, Observability).`,
    );
  }
}

function explainRollback({ site, live }: Publication): string {
  if (live.length === 0) {
    return `There is no earlier version to go back to; \`npx wrangler delete\` removes ${site.name}.`;
  }
  const specs = live.map(({ version_id, percentage }) => `${version_id}@${percentage}%`).join(" ");
  return `To go back to the previous version, run \`npx wrangler versions deploy ${specs} --yes\`.`;
}

function explainLive(live: readonly LiveVersion[]): string {
  const [version] = live;
  return version === undefined ? "" : `Version ${version.version_id} is still live.`;
}

/** Prints a sentence and, on GitHub, adds it to the job summary. */
function say(sentence: string, mark = ""): void {
  process.stdout.write(`${mark}${sentence}\n`);
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary) appendFileSync(summary, `${sentence}\n\n`);
}

await runCommand(deploy, USAGE);
