import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { LIST_ADDRESS } from "../worker/contract/addresses.ts";
import { runCommand } from "./command.ts";
import { UsageError } from "./report/errors.ts";
import { type Asker, asker } from "./smoke/asker.ts";
import { CHECKS, type Check } from "./smoke/checks.ts";
import { parseSmokeOptions, SMOKE_USAGE, type SmokeOptions } from "./smoke/parse-smoke-options.ts";

const RETRY_MS = 3000;

/** Asks a deployed service what it must hold, prints a line a check; the exit code. */
async function smoke(args: readonly string[]): Promise<number> {
  const options = parseSmokeOptions(args);
  if (options.help) {
    process.stdout.write(SMOKE_USAGE);
    return 0;
  }
  const ask = asker(options.base);
  const builtList = readBuiltList(options);
  process.stdout.write(`${options.base}\n`);
  await settled(ask, builtList, options);
  let failed = 0;
  for (const check of CHECKS) if (!(await passes(check, ask, builtList))) failed++;
  process.stdout.write(`${CHECKS.length - failed} of ${CHECKS.length} checks passed.\n`);
  return failed === 0 ? 0 : 1;
}

/** @throws UsageError where the folder holds no list */
function readBuiltList({ distDir }: SmokeOptions): string | undefined {
  if (distDir === undefined) return undefined;
  try {
    return readFileSync(join(distDir, LIST_ADDRESS), "utf8");
  } catch {
    throw new UsageError(`--dist: ${distDir} holds no built list.`);
  }
}

/** A deployment reaches every place of the edge within seconds, not at once. */
async function settled(
  ask: Asker,
  builtList: string | undefined,
  { waitSeconds }: SmokeOptions,
): Promise<void> {
  const [first] = CHECKS;
  const end = performance.now() + waitSeconds * 1000;
  while (performance.now() < end) {
    const isRight = await first?.run(ask, builtList).then(
      () => true,
      () => false,
    );
    if (isRight) return;
    await setTimeout(RETRY_MS);
  }
}

async function passes(check: Check, ask: Asker, builtList: string | undefined): Promise<boolean> {
  const started = performance.now();
  try {
    const said = await check.run(ask, builtList);
    const milliseconds = `${Math.round(performance.now() - started)} ms`;
    process.stdout.write(`ok    ${check.name.padEnd(16)}${milliseconds.padStart(8)}  ${said}\n`);
    return true;
  } catch (error) {
    process.stdout.write(`FAIL  ${check.name.padEnd(16)}          ${reason(error)}\n`);
    return false;
  }
}

/** What `fetch` throws says little; its cause says why. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

await runCommand(() => smoke(process.argv.slice(2)));
