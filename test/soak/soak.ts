import { rmSync } from "node:fs";
import { parseArguments, runCommand } from "../../scripts/command.ts";
import { UsageError } from "../../scripts/report/errors.ts";
import { bundle } from "../worker/bundle.ts";
import { runSoak, type SoakResult } from "./run-soak.ts";
import { soakViolations } from "./soak-violations.ts";

const USAGE = `Usage: npm run soak -- [--minutes N]

Floods the Worker in workerd with requests of all kinds from ever new addresses, as
fast as the machine allows, and ends with 1 if anything is not as the contract says.

  --minutes N   how long, 0.1 to 60 (default: 3)
  -h, --help    show this
`;

/** A window that a run passes many times, and a limit that a client reaches in it under load. */
const LIMIT = { limit: 60, windowSeconds: 10 };
const MAX_REQUESTS_A_MINUTE = 5_000_000;

await runCommand(main);

async function main(): Promise<number> {
  const { values } = parseArguments(process.argv.slice(2), {
    options: {
      minutes: { type: "string", default: "3" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (!(minutes >= 0.1 && minutes <= 60)) {
    throw new UsageError("--minutes takes a number from 0.1 to 60.");
  }
  const bundled = bundle();
  try {
    const maxRequests = Math.ceil(minutes * MAX_REQUESTS_A_MINUTE);
    const result = await runSoak(bundled, { ...LIMIT, seconds: 60 * minutes, maxRequests });
    const violations = soakViolations(result);
    if (!result.memory.isFlat) violations.push("memory grew after the warm-up");
    console.log(summary(result, 60 * minutes));
    for (const violation of violations) console.log(`VIOLATION  ${violation}`);
    return violations.length === 0 ? 0 : 1;
  } finally {
    rmSync(bundled.folder, { recursive: true, force: true });
  }
}

function summary(result: SoakResult, seconds: number): string {
  const { flood, addresses, controls, memory } = result;
  const statuses = [...flood.statuses].sort(([a], [b]) => a - b);
  const asked = controls.flatMap((control) => control.asked);
  const accepted = asked.filter((request) => request.accepted).length;
  return [
    `requests   ${flood.answers} answered in ${seconds} s, ${(flood.answers / seconds).toFixed(0)} a second; ${flood.aborted} aborted`,
    `statuses   ${statuses.map(([status, count]) => `${status}: ${count}`).join(", ")}`,
    `addresses  ${addresses.v4} IPv4, ${addresses.v6} IPv6 networks, all different`,
    `limit      ${LIMIT.limit} in any ${LIMIT.windowSeconds} s; ${controls.length} control clients: ${accepted} accepted, ${asked.length - accepted} refused, each as it had to be but for violations named below`,
    Number.isNaN(memory.end)
      ? "memory     not judged: too few files asked for to be warm; give it more minutes"
      : `memory     ${memory.warm.toFixed(0)} MiB when warm, ${memory.end.toFixed(0)} MiB at the end`,
  ].join("\n");
}
