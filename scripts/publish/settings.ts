import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { UsageError } from "../problems/errors.ts";
import { cleanAddress } from "./service.ts";
import { CONFIG, DIST, PROJECT, PublishError } from "./wrangler.ts";

/** The Worker to publish, and its addresses. */
export type Settings = ReturnType<typeof readSettings>;

/** The options that take the place of what is in `wrangler.toml`; wrangler itself checks names. */
type Overrides = Partial<Record<"name" | keyof typeof FORMS, string>> & { readonly built: boolean };

interface Config {
  readonly name?: string;
  readonly main: string;
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly assets: object;
  readonly routes?: readonly { readonly pattern: string; readonly custom_domain?: boolean }[];
  readonly workers_dev?: boolean;
  readonly preview_urls?: boolean;
}

const FORMS = {
  domain: [/^[a-z\d-]+(\.[a-z\d-]+)+$/, "a host name, such as notes.example"],
  "base-path": [/^(\/[\w.~-]+)+$/, "a path, such as /docs"],
  limit: [/^([1-9]\d{0,3}|10000)$/, "a whole number from 1 to 10000"],
  preview: [/^[a-z]([a-z\d-]{0,28}[a-z\d])?$/, "lower-case letters, digits and dashes: pr-7"],
} as const;

/** Reads `wrangler.toml` and the options. @throws UsageError or PublishError if they do not suffice */
export function readSettings(options: Overrides) {
  for (const [option, [form, what]] of Object.entries(FORMS)) {
    const value = options[option as keyof typeof FORMS];
    if (value !== undefined && !form.test(value))
      throw new UsageError(`--${option} takes ${what}.`);
  }
  const config = readConfig(options);
  const { name = "", routes = [], workers_dev = routes.length === 0 } = config;
  const domain = routes.find(({ custom_domain }) => custom_domain)?.pattern;
  const basePath = String(config.vars?.BASE_PATH ?? "");
  const known = process.env.BASE_URL || (domain && `https://${domain}${basePath}`);
  if (!known && !workers_dev) {
    throw new PublishError(
      "Nothing was deployed: set the variable BASE_URL to what precedes /api/v1 in addresses, because wrangler.toml does not say it.",
    );
  }
  mkdirSync(dirname(CONFIG), { recursive: true });
  writeFileSync(CONFIG, JSON.stringify(config));
  /** What precedes `/api/v1`; undefined on workers.dev, where wrangler reports it. */
  const address = known ? cleanAddress(known) : undefined;
  return { name, basePath, domain, hasPreviews: config.preview_urls === true, address };
}

function readConfig({ name, domain, limit, built, "base-path": basePath }: Overrides): Config {
  const { rawConfig } = experimental_readRawConfig({ config: join(PROJECT, "wrangler.toml") });
  const config = rawConfig as unknown as Config;
  return {
    ...config,
    ...(name && { name }),
    ...(domain && { routes: [{ pattern: domain, custom_domain: true }] }),
    main: join(PROJECT, built ? "bundle/index.js" : config.main),
    ...(built && { no_bundle: true, minify: false }),
    assets: { ...config.assets, directory: DIST },
    vars: {
      // Always there, because a Worker is recognized by it.
      RATE_LIMIT_REQUESTS: 60,
      ...config.vars,
      ...(limit && { RATE_LIMIT_REQUESTS: Number(limit) }),
      ...(basePath && { BASE_PATH: basePath }),
    },
  };
}
