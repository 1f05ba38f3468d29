/**
 * What a build costs beside the bare reading and writing of the same notes, Hugo and Eleventy, in one
 * run over made vaults: seconds, processor time, notes a second, peak memory.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BENCH_USAGE, type BenchOptions, parseBenchOptions } from "./bench-options.ts";
import { benchReport } from "./bench-report.ts";
import { costPlot } from "./cost-plot.ts";
import { findRivals } from "./find-rivals.ts";
import { machine } from "./machine.ts";
import { measureVaults } from "./measure-vaults.ts";
import { withReport } from "./with-report.ts";

const README = join(import.meta.dirname, "../../../README.md");

const options = optionsOrUsage();
if (options?.help) process.stdout.write(BENCH_USAGE);
else if (options !== undefined) await run(options);

function optionsOrUsage(): BenchOptions | undefined {
  try {
    return parseBenchOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${BENCH_USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function run(options: BenchOptions): Promise<void> {
  const rivals = findRivals();
  mkdirSync(options.dir, { recursive: true });
  const root = mkdtempSync(join(options.dir, "bench-build-"));
  const clear = () => rmSync(root, { recursive: true, force: true });
  process.once("SIGINT", () => {
    clear();
    process.exit(130);
  });
  const say = (line: string) => process.stderr.write(`${line}\n`);
  try {
    const { costs, isWhole } = await measureVaults(options, root, rivals, say);
    const report = benchReport(costs, machine(rivals));
    process.stdout.write(`\n${report}`);
    if (!isWhole) process.exitCode = 1;
    if (!options.write) return;
    writeFileSync(join(import.meta.dirname, "cost.svg"), costPlot(costs));
    writeFileSync(README, withReport(readFileSync(README, "utf8"), report));
  } finally {
    clear();
  }
}
