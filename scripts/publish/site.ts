import { unstable_readConfig } from "wrangler";
import { PublishError } from "./api.ts";

/** What `wrangler.toml` says of the Worker and where it answers. */
export interface Site {
  readonly name: string;
  readonly account: string | undefined;
  /** Empty, or such as `/docs`. */
  readonly basePath: string;
  readonly customDomains: readonly string[];
  /** Patterns such as `example.com/docs/api/*`. */
  readonly routes: readonly string[];
  readonly isOnWorkersDev: boolean;
  readonly observability: unknown;
}

/** @throws PublishError if the file names no Worker */
export function readSite(file = "wrangler.toml"): Site {
  const config = unstable_readConfig({ config: file });
  if (config.name === undefined)
    throw new PublishError(`${file} has no name for the Worker: add one.`);
  const routes = [config.route ?? [], config.routes ?? []].flat();
  const customDomains = routes.flatMap((route) =>
    typeof route === "object" && route.custom_domain ? route.pattern : [],
  );
  const patterns = routes.map((route) => (typeof route === "string" ? route : route.pattern));
  return {
    name: config.name,
    account: config.account_id,
    basePath: String(config.vars.BASE_PATH ?? "").replace(/\/+$/, ""),
    customDomains,
    routes: patterns.filter((pattern) => !customDomains.includes(pattern)),
    isOnWorkersDev: config.workers_dev ?? routes.length === 0,
    observability: config.observability,
  };
}

/**
 * The address that clients use, up to `/api/v1`: the first custom domain, else the first route, else
 * workers.dev.
 *
 * @param baseUrl What the owner says that it is; empty if nothing is said.
 * @param subdomain The account's name at workers.dev.
 * @throws PublishError if `wrangler.toml` does not say, or a route does not match it
 */
export function publicAddress(site: Site, baseUrl: string, subdomain: string | undefined): string {
  const address = baseUrl === "" ? guessAddress(site, subdomain) : cleanAddress(baseUrl);
  const [route] = site.routes;
  if (baseUrl === "" && site.customDomains.length === 0 && route !== undefined) {
    const example = `${address}/api/v1/notes.json`.replace("https://", "");
    if (!matchesRoute(example, route)) {
      throw new PublishError(
        `The route ${route} does not match ${example}: set BASE_PATH in wrangler.toml to what precedes /api/ in the route.`,
      );
    }
  }
  return address;
}

function guessAddress(site: Site, subdomain: string | undefined): string {
  const { customDomains, routes, basePath, name } = site;
  const [host = ""] = [...customDomains, ...routes].map((pattern) => pattern.split("/")[0]);
  if (host.includes("*") || (host === "" && !site.isOnWorkersDev)) {
    throw new PublishError(
      "wrangler.toml does not say at which address to test the service: set the variable BASE_URL to what stands in front of /api/v1, such as https://notes.example.",
    );
  }
  if (host !== "") return `https://${host}${basePath}`;
  if (subdomain === undefined) {
    throw new PublishError(
      "The account has no subdomain at workers.dev: open Workers & Pages in Cloudflare's dashboard once to choose one, or set a domain of your own in wrangler.toml.",
    );
  }
  return `https://${name}.${subdomain}.workers.dev${basePath}`;
}

function cleanAddress(baseUrl: string): string {
  const address = /^https?:\/\//.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  if (!URL.canParse(address) || /[?#\s*]/.test(address)) {
    throw new PublishError(
      `BASE_URL is not an address: ${baseUrl}. It is what stands in front of /api/v1, such as https://notes.example.`,
    );
  }
  return address.replace(/\/+$/, "");
}

function matchesRoute(address: string, pattern: string): boolean {
  const literal = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join(".*")}$`).test(address);
}

/**
 * The settings that differ from those asked for, as `logs.enabled is true, not false`. Settings that
 * nobody asked for may have any value.
 */
export function settingFaults(asked: unknown, found: unknown, path = ""): string[] {
  if (typeof asked !== "object" || asked === null) {
    return asked === found
      ? []
      : [`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(asked)}`];
  }
  return Object.entries(asked).flatMap(([key, value]) => {
    const inside = (found as Record<string, unknown> | null | undefined)?.[key];
    return settingFaults(value, inside, path === "" ? key : `${path}.${key}`);
  });
}
