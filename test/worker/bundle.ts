import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { experimental_readRawConfig, unstable_readConfig } from "wrangler";

const PROJECT = join(import.meta.dirname, "../..");
const COPIED = ["worker", "package.json", "tsconfig.json"];
/** The settings in `wrangler.toml` that belong to the code; all others are the owner's. */
const SETTINGS = [
  "main",
  "compatibility_date",
  "minify",
  "keep_names",
  "upload_source_maps",
  "assets",
  "version_metadata",
  "rules",
  "observability",
];
/** The notes that are served unless a test brings its own. */
const VAULT = join(import.meta.dirname, "vault");

/** The Worker and its files as a deployment would upload them. Plain data. */
export interface Bundle {
  /** Contains `dist/`, the built files, and `bundle/`, the Worker's modules. */
  readonly folder: string;
  readonly settings: {
    readonly compatibilityDate: string;
    readonly assets: Readonly<Record<string, unknown>>;
  };
}

/**
 * Copies what a Worker is bundled from to a new folder, which the caller removes. Its settings are those of
 * the code, without the owner's name, variables, routes and account.
 */
export function copyProject(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "service-"));
  for (const name of COPIED) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  const settings = Object.entries(codeSettings()).map(
    ([name, value]) => `${name} = ${toml(value)}`,
  );
  writeFileSync(join(folder, "wrangler.toml"), `${settings.join("\n")}\n`);
  return folder;
}

function codeSettings(): Record<string, unknown> {
  const config = join(PROJECT, "wrangler.toml");
  const raw: Record<string, unknown> = experimental_readRawConfig({ config }).rawConfig;
  const own = Object.fromEntries(SETTINGS.map((name) => [name, raw[name]]));
  return { name: "notes-under-test", send_metrics: false, preview_urls: true, ...own };
}

/** A value of TOML, which differs from JSON only in its tables. */
function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, each]) => `${name} = ${toml(each)}`);
  return `{ ${entries.join(", ")} }`;
}

/** Builds the notes and bundles the Worker in a new folder, which the caller removes. */
export function bundle(content = VAULT): Bundle {
  const folder = copyProject();
  const out = join(folder, "dist");
  run(PROJECT, "scripts/commands/build.ts", "--content", content, "--out", out, "--quiet");
  const wrangler = join(PROJECT, "node_modules/wrangler/bin/wrangler.js");
  run(folder, wrangler, "deploy", "--dry-run", "--outdir", "bundle");
  return { folder, settings: readSettings(folder) };
}

/** Runs a script in Node; its output is shown if it fails. */
function run(cwd: string, ...args: string[]): void {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  execFileSync(process.execPath, args, { cwd, env, stdio: "pipe", encoding: "utf8" });
}

function readSettings(folder: string): Bundle["settings"] {
  const { assets, compatibility_date } = unstable_readConfig({
    config: join(folder, "wrangler.toml"),
  });
  return {
    compatibilityDate: compatibility_date ?? "",
    assets: {
      runWorkerFirst: assets?.run_worker_first,
      htmlHandling: assets?.html_handling,
      notFoundHandling: assets?.not_found_handling,
    },
  };
}
