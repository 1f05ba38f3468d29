import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

/** The folder of this project; the notes may be in another. */
export const PROJECT = join(import.meta.dirname, "../..");

const WRANGLER = join(PROJECT, "node_modules/wrangler/bin/wrangler.js");
const REPORT = join(PROJECT, ".wrangler/report.ndjson");
const RETRY_MS = 5000;

/** The configuration with which all commands run. */
export const CONFIG = join(PROJECT, ".wrangler/publish.json");

/** Publishing failed. The message says why, what is live, and what to do. */
export class PublishError extends Error {}

/** What wrangler reports about a version that it uploaded: its id, and where it responds. */
export interface Report {
  readonly version_id: string;
  readonly preview_url?: string;
  readonly preview_alias_url?: string;
  readonly targets?: readonly string[];
}

/**
 * Runs a wrangler command. At a terminal it may ask questions; elsewhere it is retried once.
 *
 * @param consequence What a failure means, as a sentence.
 * @throws PublishError with that sentence, wrangler's error, and what to do
 */
export async function runWrangler(args: readonly string[], consequence: string): Promise<Report> {
  const run = () => runNode([WRANGLER, ...args, "--config", CONFIG]);
  writeFileSync(REPORT, "");
  let result = await run();
  if (!result.succeeds && !process.stdin.isTTY) {
    await setTimeout(RETRY_MS);
    result = await run();
  }
  if (!result.succeeds) throw new PublishError(`${consequence} ${explain(result.stderr)}`);
  return JSON.parse(readFileSync(REPORT, "utf8").trim().split("\n").at(-1) || "{}");
}

/** Reads something about the Worker as JSON; undefined if the account has no Worker of that name. */
export async function askWrangler<T>(...args: readonly string[]): Promise<T | undefined> {
  const all = [WRANGLER, ...args, "--json", "--config", CONFIG];
  const { succeeds, stdout, stderr } = await runNode(all, process.env, "pipe");
  if (succeeds) return JSON.parse(stdout);
  if (reasonOf(stderr).includes("[code: 10007]")) return undefined;
  throw new PublishError(`Nothing was deployed. ${explain(stderr)}`);
}

/** Builds the notes and bundles the Worker, without the token. @throws PublishError */
export async function build(buildArgs: readonly string[]): Promise<void> {
  const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env;
  const script = join(PROJECT, "scripts/commands/build.ts");
  const building = [script, ...buildArgs, "--out", join(PROJECT, "dist")];
  const bundle = join(PROJECT, "bundle");
  const bundling = [WRANGLER, "deploy", "--dry-run", "--outdir", bundle, "--config", CONFIG];
  // Every module in it is uploaded.
  rmSync(bundle, { recursive: true, force: true });
  for (const args of [building, bundling]) {
    const { succeeds } = await runNode(args, env);
    if (!succeeds) throw new PublishError("Nothing was deployed: it could not be built.");
  }
}

/** The first paragraphs of the first error that wrangler printed. */
function reasonOf(stderr: string): string {
  const [, error = ""] = stripVTControlCharacters(stderr).split("[ERROR]");
  const [reason = ""] = error.split(/\n\s*If you think|\n\s*\n\s*\n/);
  return reason.replace(/\s+/g, " ").trim() || "wrangler's error is shown above";
}

/** What went wrong, and what to do. */
function explain(stderr: string): string {
  const sentence = reasonOf(stderr);
  let advice = "Once that is fixed, run this again";
  if (/\[code: (?:10000|9109)\]/.test(sentence)) {
    advice =
      'The token has expired or may not do this: create one from the template "Edit Cloudflare Workers", for this account and its zone, and set CLOUDFLARE_API_TOKEN to it';
  } else if (sentence.includes("fetch failed")) {
    advice = "Cloudflare's API cannot be reached: check the connection, and run this again";
  }
  return `${sentence.replace(/\.$/, "")}. ${advice}.`;
}

/** Runs a script with the Node of this process, whatever the PATH. */
async function runNode(
  args: readonly string[],
  env = process.env,
  stdout: "inherit" | "pipe" = "inherit",
) {
  const all = { ...env, WRANGLER_OUTPUT_FILE_PATH: REPORT };
  const child = spawn(process.execPath, args, { env: all, stdio: ["inherit", stdout, "pipe"] });
  const printed = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed.stderr += text;
    if (stdout === "inherit") process.stderr.write(text);
  });
  const [code] = await once(child, "close");
  return { succeeds: code === 0, ...printed };
}
