import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Credentials, findOnlyAccount, NEW_TOKEN, PublishError, tryTwice } from "./api.ts";

const WRANGLER = join(import.meta.dirname, "../../node_modules/wrangler/bin/wrangler.js");

/** What wrangler reports about the version that it uploaded: its id, and its own address if it has one. */
export interface Report {
  readonly version_id: string;
  readonly preview_url?: string | null;
  readonly preview_alias_url?: string | null;
}

/**
 * Runs a wrangler command. At a terminal it may ask questions; elsewhere it is retried once.
 *
 * @param consequence What a failure means, as a sentence.
 * @throws PublishError with that sentence, wrangler's error, and what to do
 */
export async function runWrangler(
  { account }: Credentials,
  args: readonly string[],
  consequence: string,
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "wrangler-"));
  const file = join(folder, "report.ndjson");
  const more = { CLOUDFLARE_ACCOUNT_ID: account, WRANGLER_OUTPUT_FILE_PATH: file };
  const isAttended = process.stdin.isTTY === true;
  try {
    const { succeeds, printed } = await tryTwice(
      () => runNode([WRANGLER, ...args], { ...process.env, ...more }, isAttended),
      (result) => result.succeeds || isAttended,
    );
    if (!succeeds) throw new PublishError(`${consequence} ${explain(printed)}`);
    return JSON.parse(readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "{}");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the first paragraph of the error that wrangler printed, and what to do. */
function explain(printed: string): string {
  const [, error = ""] = stripVTControlCharacters(printed).split("[ERROR]");
  const [reason = ""] = error.replace(/\n\s*If you think[\s\S]*/, "").split(/\n\s*\n\s*\n/);
  const sentence = reason.replace(/\s+/g, " ").trim() || "wrangler's error is shown above";
  const isRefused = /\[code: (?:10000|9109)\]/.test(sentence);
  const advice = isRefused ? NEW_TOKEN : "Once that is fixed, run this again";
  return `${sentence.replace(/\.$/, "")}. ${advice}.`;
}

/** Runs one of the commands in scripts/ and returns whether it succeeded. */
export function runScript(name: string, args: readonly string[]): Promise<boolean> {
  return runWithoutToken([join(import.meta.dirname, "../commands", name), ...args]);
}

/**
 * Bundles the Worker into bundle/ for upload and returns whether that succeeded. The folder is emptied
 * first, because every module in it is uploaded.
 */
export function bundleWorker(): Promise<boolean> {
  rmSync("bundle", { recursive: true, force: true });
  return runWithoutToken([WRANGLER, "deploy", "--dry-run", "--outdir", "bundle"]);
}

async function runWithoutToken(args: readonly string[]): Promise<boolean> {
  const { CLOUDFLARE_API_TOKEN: _, ...env } = process.env;
  return (await runNode(args, env)).succeeds;
}

/**
 * Runs a script with the Node of this process, regardless of the PATH.
 * @param isAttended Whether the script may use the terminal; if not, its output is also returned.
 */
async function runNode(args: readonly string[], env: NodeJS.ProcessEnv, isAttended = true) {
  const output = isAttended ? "inherit" : "pipe";
  const child = spawn(process.execPath, args, { env, stdio: ["inherit", output, output] });
  let printed = "";
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      process[name].write(text);
    });
  }
  const [code] = await once(child, "close");
  return { succeeds: code === 0, printed };
}

/**
 * Returns the token and account to publish with, from the environment or else from `wrangler login`.
 *
 * @param configured The account in `wrangler.toml`, if any.
 * @returns undefined in CI without secrets
 * @throws PublishError if one of the two is missing or, outside CI, both
 */
export async function findCredentials(
  configured: string | undefined,
): Promise<Credentials | undefined> {
  const { CI, CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID } = process.env;
  if (CI && !CLOUDFLARE_API_TOKEN && !CLOUDFLARE_ACCOUNT_ID) return undefined;
  const token = CLOUDFLARE_API_TOKEN || (CI ? "" : loginToken());
  const account = CLOUDFLARE_ACCOUNT_ID || configured || (token && (await findOnlyAccount(token)));
  if (token && account) return { account, token };
  const missing = token ? "CLOUDFLARE_ACCOUNT_ID" : "CLOUDFLARE_API_TOKEN";
  if (CI) {
    throw new PublishError(
      `Nothing was deployed: the secret ${missing} is missing. Add it to the environment that this job uses.`,
    );
  }
  const remedy = token ? "set account_id in wrangler.toml" : "run npx wrangler login";
  throw new PublishError(`Nothing was deployed: set ${missing}, or ${remedy}.`);
}

function loginToken(): string {
  const args = [WRANGLER, "auth", "token", "--json"];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return status === 0 ? (JSON.parse(stdout).token ?? "") : "";
}
