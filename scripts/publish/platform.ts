import { lookup } from "node:dns/promises";
import type { Settings } from "./settings.ts";
import { askWrangler, PublishError } from "./wrangler.ts";

const API = process.env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

/** The name in this project's `wrangler.toml`. */
const INCLUDED_NAME = "notes-reference-api";

/** A Worker with bindings of these names is this service. */
const BINDINGS = ["ASSETS", "VERSION", "RATE_LIMIT_REQUESTS"];

/** What the account has under the Worker's name. */
export type Live = ReturnType<typeof findLive>;

type Version = { readonly resources: { readonly bindings: readonly { readonly name: string }[] } };

/** @throws PublishError if the Worker is not this service, or has the included name */
export function findLive({ name }: Settings, mayOverwrite: boolean) {
  if (name === INCLUDED_NAME && !mayOverwrite) {
    throw new PublishError(
      `Nothing was deployed: ${name} is the name that this project comes with. Choose your own, with --name or in wrangler.toml.`,
    );
  }
  const deployments = askWrangler<{ versions: { version_id: string }[] }[]>("deployments", "list");
  const id = deployments?.at(-1)?.versions[0]?.version_id;
  const version = id && askWrangler<Version>("versions", "view", id);
  const bindings = version ? version.resources.bindings : [];
  const isOurs = BINDINGS.every((name) => bindings.some((binding) => binding.name === name));
  if (deployments !== undefined && !isOurs && !mayOverwrite) {
    throw new PublishError(
      `Nothing was deployed: the account has a Worker ${name} that is not this service. Choose another name, or replace that Worker with --overwrite.`,
    );
  }
  return {
    exists: deployments !== undefined,
    /** Which version stays live; empty if there is none. */
    stays: id ? `Version ${id} is still live.` : "",
    /** How to go back to what is live now. */
    rollback: id
      ? `To go back to the previous version, run \`npx wrangler versions deploy ${id}@100% --name ${name} --yes\`.`
      : `There is no earlier version to go back to; \`npx wrangler delete --name ${name}\` removes ${name}.`,
  };
}

/** Without a terminal, wrangler would take a domain from another Worker or a DNS record without asking. */
export async function checkDomain({ name, domain }: Settings): Promise<void> {
  if (domain === undefined || process.stdin.isTTY) return;
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env;
  const response = await fetch(`${API}/accounts/${account}/workers/domains?hostname=${domain}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!response.ok) {
    throw new PublishError(
      `Nothing was deployed: Cloudflare does not say which Worker ${domain} belongs to (status ${response.status}). Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN.`,
    );
  }
  const { result } = (await response.json()) as { result: { service: string }[] };
  const hasRecord = () => lookup(domain).then(Boolean, ({ code }) => code !== "ENOTFOUND");
  const owner = result[0]?.service ?? ((await hasRecord()) ? "a DNS record" : name);
  if (owner !== name) {
    throw new PublishError(
      `Nothing was deployed: ${domain} belongs to ${owner}. Release it, or run npm run deploy at a terminal once: there, wrangler asks before it takes over a domain.`,
    );
  }
}
