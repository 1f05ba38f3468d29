import { lookup } from "node:dns/promises";
import type { Settings } from "./settings.ts";
import { askWrangler, PublishError } from "./wrangler.ts";

const API = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

/** The name in this project's `wrangler.toml`. */
const INCLUDED_NAME = "notes-reference-api";

/** A Worker with bindings of these names is this service. */
const BINDINGS = ["ASSETS", "VERSION", "RATE_LIMIT_REQUESTS"];

/** The live versions of the Worker; undefined if the account has no Worker of that name. */
export type Live = readonly { version_id: string; percentage: number }[] | undefined;

interface VersionDetails {
  readonly resources: { readonly bindings: readonly { readonly name: string }[] };
}

/** @throws PublishError if the Worker is not this service, or has the included name */
export async function findLive({ name }: Settings, mayOverwrite: boolean): Promise<Live> {
  if (name === INCLUDED_NAME && !mayOverwrite) {
    throw new PublishError(
      `Nothing was deployed: ${name} is the name that this project comes with. Choose your own, with --name or in wrangler.toml.`,
    );
  }
  const deployments = await askWrangler<{ versions: Live }[]>("deployments", "list");
  const live = deployments && (deployments.at(-1)?.versions ?? []);
  if (live === undefined || mayOverwrite) return live;
  const id = live[0]?.version_id;
  const version = id && (await askWrangler<VersionDetails>("versions", "view", id));
  const names = version ? version.resources.bindings.map((binding) => binding.name) : [];
  if (BINDINGS.every((binding) => names.includes(binding))) return live;
  throw new PublishError(
    `Nothing was deployed: the account has a Worker ${name} that is not this service. Choose another name, or replace that Worker with --overwrite.`,
  );
}

/** Without a terminal, wrangler would take a domain from another Worker or a DNS record without asking. */
export async function checkDomains({ name, domains }: Settings): Promise<void> {
  for (const domain of process.stdin.isTTY ? [] : domains) {
    const owner = await findOwner(domain);
    if (owner === name || (owner === undefined && (await hasNoRecord(domain)))) continue;
    throw new PublishError(
      `Nothing was deployed: ${domain} belongs to ${owner ? `the Worker ${owner}` : "something else"}. Release it, or run npm run deploy at a terminal once: there, wrangler asks before it takes over a domain.`,
    );
  }
}

/** The Worker that a domain belongs to. */
async function findOwner(domain: string): Promise<string | undefined> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  const url = `${API}/accounts/${account}/workers/domains?hostname=${domain}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  if (response.ok) {
    const { result } = (await response.json()) as { result: { service: string }[] };
    return result[0]?.service;
  }
  throw new PublishError(
    `Nothing was deployed: Cloudflare does not say which Worker ${domain} belongs to (status ${response.status}). Set CLOUDFLARE_ACCOUNT_ID, and CLOUDFLARE_API_TOKEN to a token that may edit Workers.`,
  );
}

function hasNoRecord(domain: string): Promise<boolean> {
  return lookup(domain).then(
    () => false,
    ({ code }) => code === "ENOTFOUND",
  );
}
