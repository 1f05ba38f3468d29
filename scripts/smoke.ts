import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { LIST_ADDRESS } from "../worker/contract/addresses.ts";
import { parseArguments, runCommand } from "./command.ts";
import { CHECKS, type Check, type Expected } from "./publish/checks.ts";
import { askService, NotYetError } from "./publish/service.ts";
import { UsageError } from "./report/errors.ts";

const USAGE = `Usage: npm run smoke -- BASE_URL [options]

Checks a deployed service: its notes, search, headers, 304s, 404s and other errors.
It sends about 20 requests, and waits when the service asks it to.

  BASE_URL              what stands in front of /api/v1, such as https://notes.example

Options:
  --dist DIR            the notes must be those built in DIR
  --version ID          this version of the Worker must answer
  --wait SECONDS        keep trying for at most this long (default: 0) while nothing
                        answers or another version does; without --version, while any
                        check fails
  -h, --help            show this

Exit codes: 0 every check passed, 1 one failed, 2 wrong usage.
`;

const OPTIONS = {
  allowPositionals: true,
  options: {
    dist: { type: "string" },
    version: { type: "string" },
    wait: { type: "string", default: "0" },
    help: { type: "boolean", short: "h", default: false },
  },
} as const;

const RETRY_MS = 3000;

async function smoke(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, OPTIONS);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const waitSeconds = Number(values.wait);
  if (!(waitSeconds >= 0)) throw new UsageError("--wait takes a number of seconds.");
  const base = parseBase(positionals);
  const expected = readBuilt(values.dist);
  const ask = askService(base, values.version);
  const isTransient = (error: unknown) =>
    error instanceof NotYetError || values.version === undefined;
  const deadline = performance.now() + waitSeconds * 1000;
  process.stdout.write(`${base}\n`);
  let failed = 0;
  for (const check of CHECKS) {
    const run = () => retryUntil(deadline, isTransient, () => check.run(ask, expected));
    if (!(await passes(check, run))) failed++;
  }
  process.stdout.write(`${CHECKS.length - failed} of ${CHECKS.length} checks passed.\n`);
  return failed === 0 ? 0 : 1;
}

function parseBase(positionals: readonly string[]): string {
  const [base = ""] = positionals;
  const isAddress = /^https?:\/\/[^?#]+$/.test(base) && URL.canParse(base);
  if (positionals.length !== 1 || !isAddress) {
    throw new UsageError("One address is needed, such as https://notes.example.");
  }
  return base.replace(/\/+$/, "");
}

function readBuilt(dist: string | undefined): Expected {
  if (dist === undefined) return { built: () => undefined };
  const built = (address: string) => readFileSync(join(dist, address), "utf8");
  try {
    built(LIST_ADDRESS);
  } catch {
    throw new UsageError(`--dist: ${dist} holds no built list.`);
  }
  return { built };
}

/** Runs a check again every few seconds until the deadline, while its error may be a passing one. */
async function retryUntil(
  deadline: number,
  isTransient: (error: unknown) => boolean,
  run: () => Promise<string>,
): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!isTransient(error) || performance.now() + RETRY_MS > deadline) throw error;
  }
  await setTimeout(RETRY_MS);
  return retryUntil(deadline, isTransient, run);
}

async function passes({ name }: Check, run: () => Promise<string>): Promise<boolean> {
  const started = performance.now();
  try {
    const said = await run();
    const milliseconds = `${Math.round(performance.now() - started)} ms`;
    process.stdout.write(`ok    ${name.padEnd(16)}${milliseconds.padStart(8)}  ${said}\n`);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`FAIL  ${name.padEnd(16)}          ${message}\n`);
    return false;
  }
}

await runCommand(() => smoke(process.argv.slice(2)));
