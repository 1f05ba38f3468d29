import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LIST_ADDRESS } from "../../worker/contract/addresses.ts";
import { parseArguments, runCommand } from "../cli/command.ts";
import { UsageError } from "../problems/errors.ts";
import { type Built, CHECKS, type Check } from "../publish/checks.ts";
import { type Ask, askService } from "../publish/service.ts";

const USAGE = `Usage: npm run smoke -- BASE_URL [options]

Tests a deployed service: its notes, search, headers, 304s, 404s and other errors.
Sends about 20 requests, and waits if the service responds with Retry-After.

  BASE_URL              what precedes /api/v1, such as https://notes.example

Options:
  --dist DIR            compare the notes with those built in DIR
  --version ID          fail unless this version of the Worker responds
  --wait SECONDS        retry for up to this long (default: 0) while nothing responds
                        or another version does
  -h, --help            show this

Exit codes: 0 every check passed, 1 one failed, 2 wrong usage.
`;

const OPTIONS = {
  allowPositionals: true,
  options: {
    dist: { type: "string" },
    version: { type: "string" },
    wait: { type: "string", default: "0" },
  },
} as const;

async function smoke(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const waitSeconds = Number(values.wait);
  if (!(waitSeconds >= 0)) throw new UsageError("--wait takes a number of seconds.");
  const base = parseBase(positionals);
  const built = openBuild(values.dist);
  const ask = askService(base, values.version, waitSeconds);
  process.stdout.write(`${base}\n`);
  let passed = 0;
  const checks = Object.entries(CHECKS);
  for (const [name, check] of checks) if (await passes(name, check, ask, built)) passed++;
  process.stdout.write(`${passed} of ${checks.length} checks passed.\n`);
  return passed === checks.length ? 0 : 1;
}

function parseBase(positionals: readonly string[]): string {
  const [base = ""] = positionals;
  const isAddress = /^https?:\/\/[^?#]+$/.test(base) && URL.canParse(base);
  if (positionals.length !== 1 || !isAddress) {
    throw new UsageError("Give one address, such as https://notes.example.");
  }
  return base.replace(/\/+$/, "");
}

function openBuild(dist: string | undefined): Built {
  if (dist === undefined) return () => undefined;
  const built = (address: string) => readFileSync(join(dist, address), "utf8");
  try {
    built(LIST_ADDRESS);
  } catch {
    throw new UsageError(`--dist: ${dist} contains no built notes.`);
  }
  return built;
}

async function passes(name: string, check: Check, ask: Ask, built: Built): Promise<boolean> {
  const started = performance.now();
  try {
    const detail = await check(ask, built);
    const milliseconds = `${Math.round(performance.now() - started)} ms`;
    process.stdout.write(`ok    ${name.padEnd(16)}${milliseconds.padStart(8)}  ${detail}\n`);
    return true;
  } catch (error) {
    process.stdout.write(`FAIL  ${name.padEnd(16)}          ${reasonOf(error)}\n`);
    return false;
  }
}

/** An error's message with that of its cause, because `fetch` itself says only "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

await runCommand(smoke, USAGE);
