import { type StdioOptions, spawnSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { LIST_ADDRESS, SEARCH_INDEX_FILE } from "../../worker/contract/addresses.ts";
import { IS_PACKAGE, ROOT, typed } from "../cli/program.ts";
import { realPath } from "../content/paths.ts";
import { MAX_ASSET_BYTES } from "../output/platform-limits.ts";
import { CONFIG, DIST, FOLDER, PublishError, type Settings } from "./publish-settings.ts";

const API = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
/** The project depends on wrangler; for the package it is a peer, which need not be there. */
const { dependencies, peerDependencies = dependencies }: Manifest = manifest;
const WRANGLER_VERSION = peerDependencies.wrangler;
const REPORT = join(dirname(CONFIG), "report.ndjson");

/** A Worker with bindings of these names is this service. */
const BINDINGS = ["ASSETS", "VERSION", "RATE_LIMIT_REQUESTS"];

/** What wrangler reports about a version that it uploaded: its id, and where it responds. */
export interface Report {
  readonly version_id: string;
  readonly preview_url?: string;
  readonly preview_alias_url?: string;
  readonly targets?: readonly string[];
}

interface Manifest {
  readonly dependencies: { readonly wrangler?: string };
  readonly peerDependencies?: { readonly wrangler?: string };
}
type Deployment = { readonly versions: readonly { readonly version_id: string }[] };
type Version = { readonly resources: { readonly bindings: readonly { readonly name: string }[] } };

/**
 * Runs a wrangler command, which at a terminal may ask questions.
 *
 * @param consequence What a failure means, as a sentence.
 * @throws PublishError with that sentence, and what to do
 */
export function wrangler(args: readonly string[], consequence: string): Report {
  const ran = run(args, "inherit");
  process.stderr.write(ran.stderr);
  if (ran.status !== 0) throw failure(consequence, ran);
  return JSON.parse(readFileSync(REPORT, "utf8").trim().split("\n").at(-1) ?? "");
}

/**
 * Returns the version of the Worker that has the traffic; undefined if there is no such Worker.
 * @throws PublishError if the name or the domain is not this service's, or the account has no subdomain
 */
export async function findLive({ name, domain, workersDev, overwrite }: Settings) {
  if (name === "notes-reference-api" && !overwrite) {
    throw new PublishError(
      `Nothing was deployed: ${name} is the name that this project comes with. Choose your own, with --name or in wrangler.toml.`,
    );
  }
  const version = ask<Deployment>("deployments", "status")?.versions[0]?.version_id;
  if (version !== undefined && !overwrite && !isThisService(version)) {
    throw new PublishError(
      `Nothing was deployed: the account has a Worker ${name} that is not this service. Choose another name, or replace that Worker with the option overwrite.`,
    );
  }
  await checkDomain(name, domain);
  if (version === undefined && workersDev) await checkSubdomain();
  return version;
}

function isThisService(version: string): boolean {
  const bindings = ask<Version>("versions", "view", version)?.resources.bindings;
  return BINDINGS.every((each) => bindings?.some(({ name }) => name === each));
}

/** Without a terminal, wrangler would take a domain from another Worker or a DNS record without asking. */
async function checkDomain(name: string, domain?: string): Promise<void> {
  if (!domain || (process.stdin.isTTY && process.stdout.isTTY)) return;
  const result = await get<{ service: string }[]>(`domains?hostname=${domain}`);
  const hasRecord = () => lookup(domain).then(Boolean, ({ code }) => code !== "ENOTFOUND");
  const owner = result?.[0]?.service ?? ((await hasRecord()) ? "a DNS record" : name);
  if (result && owner === name) return;
  throw new PublishError(
    result
      ? `Nothing was deployed: ${domain} belongs to ${owner}. Release it, or run ${typed("deploy")} at a terminal once: there, wrangler asks before it moves a domain.`
      : `Nothing was deployed: Cloudflare says whom ${domain} belongs to only with a token and the id of the account.`,
  );
}

/** Without a subdomain of workers.dev, wrangler would upload a new Worker, and then fail to give it an address. */
async function checkSubdomain(): Promise<void> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  // Without these, people are at a terminal, where wrangler asks for a subdomain.
  if (!account || !token || (await get("subdomain"))) return;
  throw new PublishError(
    "Nothing was deployed: the account has no subdomain of workers.dev yet. Open Workers & Pages in Cloudflare's dashboard once, where you choose it, or publish to a domain.",
  );
}

/** Asks the API about the Workers of the account; `null` if it refuses or there is no such thing. */
async function get<T>(path: string): Promise<T | null> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${API}/accounts/${account}/workers/${path}`, { headers });
  return ((await response.json()) as { result?: T | null }).result ?? null;
}

/** Reads something about the Worker as JSON; undefined if the account has no Worker of that name. */
function ask<T>(...args: readonly string[]): T | undefined {
  const ran = run([...args, "--json"], "pipe");
  if (ran.status === 0) return JSON.parse(ran.stdout);
  if (ran.code === "10007") return undefined;
  process.stderr.write(ran.stderr);
  throw failure("Nothing was deployed.", ran);
}

/** Runs wrangler with the Node of this process, whatever the PATH, unless it comes with one of its own. */
function run(args: readonly string[], stdout: "inherit" | "pipe") {
  writeFileSync(REPORT, "");
  const env = { ...process.env, WRANGLER_OUTPUT_FILE_PATH: REPORT };
  const [program, ...first] = findWrangler();
  const all = [...first, ...args, "--config", CONFIG];
  const stdio: StdioOptions = ["inherit", stdout, "pipe"];
  const ran = spawnSync(program, all, { env, stdio, encoding: "utf8" });
  // The platform's first error; further ones follow from it.
  const code = /\[code: (\d+)\]/.exec(ran.stderr)?.[1] ?? "";
  return { ...ran, code };
}

/** An error that says what to do, after wrangler has said what is wrong. */
function failure(consequence: string, { code, stderr }: ReturnType<typeof run>): PublishError {
  let advice = "Fix the problem that wrangler reports above, and run this again.";
  if (["10000", "9109"].includes(code)) {
    advice =
      'The token has expired or may not do this: create one from the template "Edit Cloudflare Workers", for this account and its zone, and use it instead.';
  } else if (stderr.includes("fetch failed")) {
    advice = "Cloudflare's API cannot be reached: check the connection, and run this again.";
  }
  return new PublishError(`${consequence} ${advice}`);
}

/**
 * Finds wrangler: with the code, with the owner's, or on the PATH.
 * @returns a program and its first arguments
 * @throws PublishError if there is none
 */
function findWrangler(): [program: string, ...args: string[]] {
  const folders = process.env.PATH?.split(delimiter) ?? [];
  const script = [
    ...[ROOT, process.cwd()].map((folder) => resolvedFrom(folder)),
    // As npm links it; on Windows a script is there, beside the packages.
    ...folders.map((folder) => realPath(join(folder, "wrangler"))),
    ...folders.map((folder) => join(folder, "node_modules/wrangler/bin/wrangler.js")),
  ].find((path) => path?.endsWith("wrangler.js") && existsSync(path));
  if (script !== undefined) return [process.execPath, script];
  // What pnpm or a version manager puts there is a program that starts it.
  const program = folders.map((folder) => join(folder, "wrangler")).find(existsSync);
  if (program !== undefined && process.platform !== "win32") return [program];
  throw new PublishError(
    `Nothing was deployed: wrangler is not installed. Run npm install --global wrangler@${WRANGLER_VERSION}, and run this again.`,
  );
}

function resolvedFrom(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, "x")).resolve("wrangler/package.json");
    return join(dirname(manifest), "bin/wrangler.js");
  } catch {
    return undefined;
  }
}

/** Builds the notes, without the token. */
export function build(args: readonly string[]): void {
  const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env;
  const all = [join(ROOT, "scripts/cli/main.js"), "build", ...args, "--out", DIST];
  const { status } = spawnSync(process.execPath, all, { env, stdio: "inherit" });
  if (status !== 0) throw new PublishError("Nothing was deployed: the notes could not be built.");
  if (!IS_PACKAGE) return;
  cpSync(join(ROOT, "bundle"), join(FOLDER, "bundle"), { recursive: true });
  cpSync(join(DIST, SEARCH_INDEX_FILE), join(FOLDER, "bundle", SEARCH_INDEX_FILE));
}

/** @throws PublishError if the list of notes is too large for the platform, which would say so after the upload */
export function checkList(dist: string): void {
  if (statSync(join(dist, LIST_ADDRESS)).size <= MAX_ASSET_BYTES) return;
  throw new PublishError(
    "Nothing was deployed: the list of notes is larger than 25 MiB, the limit of Cloudflare for a file. Shorten the summaries, leave notes out with --ignore, or serve the notes from a server of your own.",
  );
}
