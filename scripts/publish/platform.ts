import { type StdioOptions, spawnSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG, DIST, PROJECT, PublishError, type Settings } from "./settings.ts";

const API = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
const WRANGLER = join(PROJECT, "node_modules/wrangler/bin/wrangler.js");
const REPORT = join(PROJECT, ".wrangler/report.ndjson");

/** A Worker with bindings of these names is this service. */
const BINDINGS = ["ASSETS", "VERSION", "RATE_LIMIT_REQUESTS"];

/** What wrangler reports about a version that it uploaded: its id, and where it responds. */
export interface Report {
  readonly version_id: string;
  readonly preview_url?: string;
  readonly preview_alias_url?: string;
  readonly targets?: readonly string[];
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
 * @throws PublishError if the name or the domain is not this service's
 */
export async function findLive({ name, domain, overwrite }: Settings) {
  if (name === "notes-reference-api" && !overwrite) {
    throw new PublishError(
      `Nothing was deployed: ${name} is the name that this project comes with. Choose your own, with --name or in wrangler.toml.`,
    );
  }
  const version = ask<Deployment>("deployments", "status")?.versions[0]?.version_id;
  if (version !== undefined && !overwrite && !isThisService(version)) {
    throw new PublishError(
      `Nothing was deployed: the account has a Worker ${name} that is not this service. Choose another name, or replace that Worker with --overwrite.`,
    );
  }
  await checkDomain(name, domain);
  return version;
}

function isThisService(version: string): boolean {
  const bindings = ask<Version>("versions", "view", version)?.resources.bindings;
  return BINDINGS.every((each) => bindings?.some(({ name }) => name === each));
}

/** Without a terminal, wrangler would take a domain from another Worker or a DNS record without asking. */
async function checkDomain(name: string, domain?: string): Promise<void> {
  if (!domain || (process.stdin.isTTY && process.stdout.isTTY)) return;
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  const response = await fetch(`${API}/accounts/${account}/workers/domains?hostname=${domain}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { result } = (await response.json()) as { result: { service: string }[] | null };
  const hasRecord = () => lookup(domain).then(Boolean, ({ code }) => code !== "ENOTFOUND");
  const owner = result?.[0]?.service ?? ((await hasRecord()) ? "a DNS record" : name);
  if (result && owner === name) return;
  throw new PublishError(
    result
      ? `Nothing was deployed: ${domain} belongs to ${owner}. Release it, or run npm run deploy at a terminal once: there, wrangler asks before it takes over a domain.`
      : `Nothing was deployed: Cloudflare says whom ${domain} belongs to only with CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN.`,
  );
}

/** Reads something about the Worker as JSON; undefined if the account has no Worker of that name. */
function ask<T>(...args: readonly string[]): T | undefined {
  const ran = run([...args, "--json"], "pipe");
  if (ran.status === 0) return JSON.parse(ran.stdout);
  if (ran.code === "10007") return undefined;
  process.stderr.write(ran.stderr);
  throw failure("Nothing was deployed.", ran);
}

/** Runs wrangler with the Node of this process, whatever the PATH. */
function run(args: readonly string[], stdout: "inherit" | "pipe") {
  writeFileSync(REPORT, "");
  const env = { ...process.env, WRANGLER_OUTPUT_FILE_PATH: REPORT };
  const all = [WRANGLER, ...args, "--config", CONFIG];
  const stdio: StdioOptions = ["inherit", stdout, "pipe"];
  const ran = spawnSync(process.execPath, all, { env, stdio, encoding: "utf8" });
  // The platform's first error; further ones follow from it.
  const code = /\[code: (\d+)\]/.exec(ran.stderr)?.[1] ?? "";
  return { ...ran, code };
}

/** An error that says what to do, after wrangler has said what is wrong. */
function failure(consequence: string, { code, stderr }: ReturnType<typeof run>): PublishError {
  let advice = "Once what wrangler says above is fixed, run this again.";
  if (["10000", "9109"].includes(code)) {
    advice =
      'The token has expired or may not do this: create one from the template "Edit Cloudflare Workers", for this account and its zone, and set CLOUDFLARE_API_TOKEN to it.';
  } else if (stderr.includes("fetch failed")) {
    advice = "Cloudflare's API cannot be reached: check the connection, and run this again.";
  }
  return new PublishError(`${consequence} ${advice}`);
}

/** Builds the notes, without the token. */
export function build(args: readonly string[]): void {
  const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env;
  const all = [join(PROJECT, "scripts/commands/build.ts"), ...args, "--out", DIST];
  const { status } = spawnSync(process.execPath, all, { env, stdio: "inherit" });
  if (status !== 0) throw new PublishError("Nothing was deployed: the notes could not be built.");
}
