import { unstable_readConfig } from "wrangler";
import { PublishError } from "./api.ts";

/** The Worker and its addresses, as `wrangler.toml` configures them. */
export type Site = ReturnType<typeof readSite>;

/** @throws PublishError if the file names no Worker */
export function readSite(file = "wrangler.toml") {
  const config = unstable_readConfig({ config: file });
  const { name, account_id: account, observability } = config;
  if (name === undefined) throw new PublishError(`${file} has no name for the Worker: add one.`);
  const routes = [config.route ?? [], config.routes ?? []]
    .flat()
    .map((route) => (typeof route === "string" ? { pattern: route } : route));
  const isDomain = (route: object) => "custom_domain" in route && route.custom_domain === true;
  return {
    name,
    account,
    /** Empty, or a path such as `/docs`. */
    basePath: String(config.vars.BASE_PATH ?? "").replace(/\/+$/, ""),
    customDomains: routes.filter(isDomain).map(({ pattern }) => pattern),
    /** Patterns such as `example.com/docs/api/*`. */
    routes: routes.filter((route) => !isDomain(route)).map(({ pattern }) => pattern),
    isOnWorkersDev: config.workers_dev ?? routes.length === 0,
    observability: observability as unknown,
  };
}

/**
 * The address that clients use, up to `/api/v1`: the first custom domain, else the first route, else
 * workers.dev.
 *
 * @param baseUrl An address that takes precedence over these; empty if there is none.
 * @param subdomain The account's workers.dev subdomain.
 * @throws PublishError if `wrangler.toml` does not determine it, or a route does not lead to it
 */
export function publicAddress(site: Site, baseUrl: string, subdomain: string | undefined): string {
  const { name, basePath, customDomains, routes, isOnWorkersDev } = site;
  const [[domain], [route]] = [customDomains, routes];
  if (baseUrl !== "") return cleanAddress(baseUrl);
  if (domain !== undefined) return `https://${domain}${basePath}`;
  if (route !== undefined) return routeAddress(route, basePath);
  if (!isOnWorkersDev) throw new PublishError(UNKNOWN_ADDRESS);
  if (subdomain === undefined) {
    throw new PublishError(
      "The account has no workers.dev subdomain: open Workers & Pages in Cloudflare's dashboard once to choose one, or set a custom domain in wrangler.toml.",
    );
  }
  return `https://${name}.${subdomain}.workers.dev${basePath}`;
}

const UNKNOWN_ADDRESS =
  "wrangler.toml does not say at which address to test the service: set the variable BASE_URL to what precedes /api/v1, such as https://notes.example.";

/** A pattern may have a `*` at the start of its host, and another at its end. */
function routeAddress(route: string, basePath: string): string {
  const [host = ""] = route.split("/");
  if (host.includes("*")) throw new PublishError(UNKNOWN_ADDRESS);
  const example = `${host}${basePath}/api/v1/notes.json`;
  if (!route.endsWith("*") || !example.startsWith(route.slice(0, -1))) {
    throw new PublishError(
      `The route ${route} does not match ${example}: set BASE_PATH in wrangler.toml to what precedes /api/ in the route.`,
    );
  }
  return `https://${host}${basePath}`;
}

function cleanAddress(baseUrl: string): string {
  const address = /^https?:\/\//.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  if (!URL.canParse(address) || /[?#\s*]/.test(address)) {
    throw new PublishError(
      `BASE_URL is not an address: ${baseUrl}. Set it to what precedes /api/v1, such as https://notes.example.`,
    );
  }
  return address.replace(/\/+$/, "");
}

/**
 * Describes the settings that differ from those in `wrangler.toml`, such as `logs.enabled is true, not false`.
 * Settings that are not in it may have any value.
 */
export function settingFaults(asked: unknown, found: unknown, path: string): string[] {
  if (typeof asked === "object" && asked !== null) {
    return Object.entries(asked).flatMap(([key, value]) =>
      settingFaults(value, (found as Record<string, unknown> | undefined)?.[key], `${path}.${key}`),
    );
  }
  if (asked === found) return [];
  return [`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(asked)}`];
}
