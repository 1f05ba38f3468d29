/** `npm run soak`: floods both hosts for minutes, and exits with 1 if anything breaks the contract. */
import { rmSync } from "node:fs";
import { parseArguments, runCommand } from "../../scripts/cli/command.ts";
import { UsageError } from "../../scripts/diagnostics/errors.ts";
import { bundle } from "../../test/worker/bundle.ts";
import { runSoak, type SoakResult } from "./run-soak.ts";

const USAGE = `Usage: npm run soak -- [--minutes N]

Floods the Worker in workerd, and then the server on Node, with requests of all kinds
from ever new addresses, as fast as the machine allows, among slow clients and broken
requests, and exits with 1 if anything breaks the contract.

  --minutes N   duration on each host, 0.1 to 60 (default: 3)
  -h, --help    show this
`;
/** A window that passes many times in a run, and a limit that a client can reach in it under load. */
const LIMIT = { limit: 60, windowSeconds: 10 };

/** The hosts, one after the other. */
const HOSTS = ["workerd", "node"] as const;

async function soak(args: readonly string[]): Promise<number> {
  const config = { options: { minutes: { type: "string", default: "3" } } } as const;
  const { values } = parseArguments(args, config);
  const minutes = Number(values.minutes);
  if (!(minutes >= 0.1 && minutes <= 60)) {
    throw new UsageError("--minutes must be a number from 0.1 to 60.");
  }
  const bundled = bundle();
  process.once("exit", () => rmSync(bundled.folder, { recursive: true, force: true }));
  let found = 0;
  for (const host of HOSTS) {
    const result = await runSoak(bundled, { ...LIMIT, host, seconds: 60 * minutes });
    console.log(`${host}\n${summary(result, 60 * minutes)}`);
    found += result.violations.length;
  }
  return found === 0 ? 0 : 1;
}

function summary({ statuses, memory, violations }: SoakResult, seconds: number): string {
  const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  return [
    `answers    ${answers} in ${seconds} s`,
    `statuses   ${counts.join(", ")}`,
    Number.isNaN(memory.end)
      ? "memory     not judged: the run is too short"
      : `memory     ${memory.middle.toFixed()} MiB in the middle of the run, ${memory.end.toFixed()} MiB at its end`,
    ...violations.map((violation) => `VIOLATION  ${violation}`),
  ].join("\n");
}

await runCommand(soak, USAGE);
