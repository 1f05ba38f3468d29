/** `npm run soak`: floods the Worker for minutes, and exits with 1 if anything breaks the contract. */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { bundle } from "../worker/bundle.ts";
import { runSoak } from "./run-soak.ts";

const USAGE = `Usage: npm run soak -- [--minutes N]

Floods the Worker in workerd with requests of all kinds from ever new addresses, as
fast as the machine allows, and exits with 1 if anything breaks the contract.

  --minutes N   duration, 0.1 to 60 (default: 3)
  -h, --help    show this
`;
/** A window that passes many times in a run, and a limit that a client can reach in it under load. */
const LIMIT = { limit: 60, windowSeconds: 10 };

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const minutes = Number(values.minutes);
if (values.help) process.stdout.write(USAGE);
else if (!(minutes >= 0.1 && minutes <= 60)) {
  process.stderr.write("--minutes takes a number from 0.1 to 60.\n");
  process.exitCode = 2;
} else process.exitCode = await soak(60 * minutes);

async function soak(seconds: number): Promise<number> {
  const bundled = bundle();
  process.once("exit", () => rmSync(bundled.folder, { recursive: true, force: true }));
  const { statuses, memory, violations } = await runSoak(bundled, { ...LIMIT, seconds });
  const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  console.log(
    [
      `answers    ${answers} in ${seconds} s`,
      `statuses   ${counts.join(", ")}`,
      Number.isNaN(memory.end)
        ? "memory     not judged: the run is too short"
        : `memory     ${memory.middle.toFixed()} MiB in the middle of the run, ${memory.end.toFixed()} MiB at its end`,
      ...violations.map((violation) => `VIOLATION  ${violation}`),
    ].join("\n"),
  );
  return violations.length === 0 ? 0 : 1;
}
