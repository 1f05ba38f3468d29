import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of this project; the notes may be in another. */
export const PROJECT = join(import.meta.dirname, "../..");
export const DIST = join(PROJECT, "dist");

/** The configuration with which all commands run. */
export const CONFIG = join(PROJECT, ".wrangler/publish.json");

const WRANGLER = join(PROJECT, "node_modules/wrangler/bin/wrangler.js");
const REPORT = join(PROJECT, ".wrangler/report.ndjson");

/** Publishing failed. The message says what is live, and what to do. */
export class PublishError extends Error {}

/** What wrangler reports about a version that it uploaded: its id, and where it responds. */
export interface Report {
  readonly version_id: string;
  readonly preview_url?: string;
  readonly preview_alias_url?: string;
  readonly targets?: readonly string[];
}

/**
 * Runs a wrangler command, which at a terminal may ask questions.
 *
 * @param consequence What a failure means, as a sentence.
 * @throws PublishError with that sentence, and what to do
 */
export function runWrangler(args: readonly string[], consequence: string): Report {
  writeFileSync(REPORT, "");
  const { status, stderr } = run([WRANGLER, ...args, "--config", CONFIG], "inherit");
  process.stderr.write(stderr);
  if (status !== 0) throw new PublishError(`${consequence} ${advise(stderr)}`);
  return JSON.parse(readFileSync(REPORT, "utf8").trim().split("\n").at(-1) || "{}");
}

/** Reads something about the Worker as JSON; undefined if the account has no Worker of that name. */
export function askWrangler<T>(...args: readonly string[]): T | undefined {
  const { status, stdout, stderr } = run([WRANGLER, ...args, "--json", "--config", CONFIG], "pipe");
  if (status === 0) return JSON.parse(stdout);
  if (codeIn(stderr) === "10007") return undefined;
  process.stderr.write(stderr);
  throw new PublishError(`Nothing was deployed. ${advise(stderr)}`);
}

/** Builds the notes, without the token. @throws PublishError */
export function build(args: readonly string[]): void {
  const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env;
  const all = [join(PROJECT, "scripts/commands/build.ts"), ...args, "--out", DIST];
  const { status } = spawnSync(process.execPath, all, { env, stdio: "inherit" });
  if (status !== 0) throw new PublishError("Nothing was deployed: the notes could not be built.");
}

/** The code of the platform's first error; further ones follow from it. */
function codeIn(stderr: string): string {
  return /\[code: (\d+)\]/.exec(stderr)?.[1] ?? "";
}

/** What to do after an error that wrangler has printed. */
function advise(stderr: string): string {
  if (["10000", "9109"].includes(codeIn(stderr))) {
    return 'The token has expired or may not do this: create one from the template "Edit Cloudflare Workers", for this account and its zone, and set CLOUDFLARE_API_TOKEN to it.';
  }
  if (stderr.includes("fetch failed")) {
    return "Cloudflare's API cannot be reached: check the connection, and run this again.";
  }
  return "Once what wrangler says above is fixed, run this again.";
}

/** Runs a script with the Node of this process, whatever the PATH. */
function run(args: readonly string[], stdout: "inherit" | "pipe") {
  const env = { ...process.env, WRANGLER_OUTPUT_FILE_PATH: REPORT };
  const stdio = ["inherit", stdout, "pipe"] as const;
  return spawnSync(process.execPath, args, { env, stdio: [...stdio], encoding: "utf8" });
}
