import { relative, resolve } from "node:path";
import type { BuildOptions } from "./options/build-options.ts";
import { PLATFORM_LIMITS } from "./output/platform-limits.ts";
import type { Problem } from "./problems/problem.ts";
import { plural } from "./progress/plural.ts";
import { githubReport } from "./reports/github-report.ts";
import { jsonReport } from "./reports/json-report.ts";
import { statisticsTable } from "./reports/statistics-table.ts";
import { terminalReport } from "./reports/terminal-report.ts";
import type { BuildFigures, RunResult } from "./run.ts";

/**
 * Prints what a run did: problems to standard error, figures and the JSON report to standard output.
 * @param told problems of the run before; warnings among them are not printed again
 */
export function report(
  result: RunResult,
  options: BuildOptions,
  told: readonly Problem[] = [],
): void {
  const { problems, notes } = result;
  const shownPath = (file: string) =>
    relative(process.cwd(), resolve(options.contentDir, file)).replaceAll("\\", "/");
  if (options.report === "json") {
    process.stdout.write(`${jsonReport(notes, problems, result.statistics)}\n`);
    return;
  }
  if (options.report === "github") process.stdout.write(githubReport(problems, shownPath));
  else {
    const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
    const fresh = withoutTold(problems, told);
    process.stderr.write(terminalReport(fresh, result.sourceOf, shownPath, color));
  }
  if (options.quiet) return;
  const statistics = options.check ? result.statistics : undefined;
  if (statistics) process.stdout.write(statisticsTable(statistics));
  process.stdout.write(closingLines(result, options));
}

function withoutTold(problems: readonly Problem[], told: readonly Problem[]): readonly Problem[] {
  if (told.length === 0) return problems;
  const known = new Set(told.map((problem) => JSON.stringify(problem)));
  return problems.filter(
    (problem) => problem.severity === "error" || !known.has(JSON.stringify(problem)),
  );
}

function closingLines({ problems, notes, figures }: RunResult, options: BuildOptions): string {
  const errors = count(problems, "error");
  const warnings = count(problems, "warning");
  const found = `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
  if (errors > 0) {
    const kept = options.check ? "" : ` ${options.outDir} is as it was.`;
    return `${found} in ${options.contentDir}.${kept}\n`;
  }
  const summary = figures ? figuresLine(notes.length, figures) : plural(notes.length, "note");
  const noted = warnings > 0 ? `${found}. ` : "";
  return options.check
    ? `${noted}${plural(notes.length, "note")} checked${warnings > 0 ? "" : ", nothing wrong"}.\n`
    : `${noted}Built ${options.outDir}: ${summary}.\n`;
}

function figuresLine(
  notes: number,
  { files, bytes, indexBytes, use, milliseconds }: BuildFigures,
): string {
  const free = Math.max(
    use.assets / PLATFORM_LIMITS.assets.free,
    use.workerBytes / PLATFORM_LIMITS.workerBytes.free,
  );
  return [
    plural(notes, "note"),
    plural(files, "file"),
    `${kilobytes(bytes)} in all`,
    `search index ${kilobytes(indexBytes)}`,
    `${(free * 100).toFixed(free < 0.1 ? 1 : 0)} % of the free plan`,
    `${(milliseconds / 1000).toFixed(2)} s`,
  ].join(", ");
}

function count(problems: readonly Problem[], severity: Problem["severity"]): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function kilobytes(bytes: number): string {
  return bytes < 10_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
