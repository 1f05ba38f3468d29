import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

/** The median; NaN if there are no numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** The median of the ratios by round, which is less affected by a disturbed round; `–` for none. */
export function ratios(numbers: readonly number[], others: readonly number[]): string {
  const ratio = median(numbers.map((number, round) => number / others[round]!));
  return Number.isNaN(ratio) ? "–" : ratio.toFixed(2);
}

/** The rounded number, with commas. */
export function thousands(number: number): string {
  return Math.round(number).toLocaleString("en");
}

/** The date, processor and Node version of a benchmark. */
export function runHeading(): string {
  const cores = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  return `${new Date().toISOString().slice(0, 10)}, ${cores}, Node ${process.versions.node}.`;
}

/** A Markdown table in which all columns but the first are aligned to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`.replaceAll("  ", " ");
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** A new folder that is removed when the process ends. */
export function temporaryFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "bench-"));
  process.once("SIGINT", () => process.exit(130));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
