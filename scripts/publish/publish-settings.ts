import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "smol-toml";
import { parseArguments } from "../cli/command.ts";
import { splitOptions } from "../cli/options.ts";
import { IS_PACKAGE, ROOT, userCache } from "../cli/program.ts";
import { UsageError } from "../diagnostics/errors.ts";
import { cleanAddress } from "./smoke-test.ts";

/** Contains what is published, the built notes and perhaps the bundled Worker; the notes may be elsewhere. */
export const FOLDER = IS_PACKAGE ? join(userCache(), "publish") : ROOT;
export const DIST = join(FOLDER, "dist");

/** The configuration with which wrangler runs. */
export const CONFIG = join(FOLDER, IS_PACKAGE ? "wrangler.toml" : ".wrangler/publish.toml");

/** Publishing failed. The message says what is live, and what to do. */
export class PublishError extends Error {}

/** What to publish, and where. */
export type Settings = ReturnType<typeof readSettings>;

interface Config {
  readonly name?: string;
  readonly main: string;
  readonly vars?: { readonly BASE_PATH?: string };
  readonly assets: object;
  readonly routes?: readonly { readonly pattern: string; readonly custom_domain?: boolean }[];
  readonly workers_dev?: boolean;
}

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean", default: false } as const;
const TEXTS = { name: TEXT, domain: TEXT, "base-path": TEXT, limit: TEXT, preview: TEXT };
const OPTIONS = { allowPositionals: true, options: { ...TEXTS, overwrite: FLAG, built: FLAG } };

type Options = ReturnType<typeof parseArguments<typeof OPTIONS>>["values"];

/** The forms of options, some of which may be empty as if absent; wrangler itself checks names. */
const FORMS = {
  domain: [/^([a-z\d-]+(\.[a-z\d-]+)+)?$/, "a host name, such as notes.example"],
  "base-path": [/^(\/[\w.~-]+)*$/, "a path, such as /docs"],
  limit: [/^([1-9]\d{0,3}|10000)?$/, "a whole number from 1 to 10000"],
  preview: [/^[a-z]([a-z\d-]{0,28}[a-z\d])?$/, "lower-case letters, digits and dashes: pr-7"],
} as const;

/** Reads the command line and `wrangler.toml`. @throws UsageError or PublishError if they do not suffice */
export function readSettings(args: readonly string[]) {
  const { build, others } = splitOptions(args);
  const { values: options, positionals } = parseArguments(others, OPTIONS, FORMS);
  if (options.built && build.length + positionals.length > 0) {
    throw new UsageError(
      `--built publishes dist/ as it is, whatever notes it was built from. Leave out ${[...positionals, ...build][0]}.`,
    );
  }
  const config = readConfig(options);
  mkdirSync(dirname(CONFIG), { recursive: true });
  writeFileSync(CONFIG, stringify(config));
  const { name = "", vars, routes = [], workers_dev = routes.length === 0 } = config;
  const domain = routes.find(({ custom_domain }) => custom_domain)?.pattern;
  const basePath = vars.BASE_PATH ?? "";
  const base = process.env.BASE_URL || (domain && `https://${domain}${basePath}`);
  if (!base && !workers_dev) {
    throw new PublishError(
      "Nothing was deployed: set the variable BASE_URL to what precedes /api/v1 in addresses, because it is not in wrangler.toml.",
    );
  }
  /** What precedes `/api/v1`; undefined on workers.dev, where wrangler reports it. */
  const address = base ? cleanAddress(base) : undefined;
  const workersDev = workers_dev;
  return {
    ...options,
    build: [...build, ...positionals],
    name,
    basePath,
    domain,
    address,
    workersDev,
  };
}

/** `wrangler.toml` with the options, for a file in another folder. */
function readConfig({ name, domain, limit, built, "base-path": basePath }: Options) {
  const config = parse(readFileSync(join(ROOT, "wrangler.toml"), "utf8")) as unknown as Config;
  const isBundled = built || IS_PACKAGE;
  return {
    ...config,
    ...(name && { name }),
    ...(domain && { routes: [{ pattern: domain, custom_domain: true }] }),
    main: join(FOLDER, isBundled ? "bundle/index.js" : config.main),
    ...(isBundled && { no_bundle: true, minify: false }),
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
