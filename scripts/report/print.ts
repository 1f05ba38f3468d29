import { relative, resolve } from "node:path";
import { githubReport } from "./github.ts";
import { jsonReport } from "./json.ts";
import type { Problem, RuleCount } from "./problems.ts";
import { plural } from "./progress.ts";
import type { BuildFigures, RunResult } from "./result.ts";
import { statisticsTable } from "./statistics.ts";
import { terminalReport } from "./terminal.ts";

/** What is printed of a run, and how. */
interface PrintOptions {
  contentDir: string;
  outDir: string;
  report: "text" | "json" | "github";
  check: boolean;
  quiet: boolean;
  verbose: boolean;
}

/**
 * Prints what a run did: problems to standard error, figures and the JSON report to standard output.
 * @param told problems of the run before: its warnings, and the hint, are not printed again
 */
export function printReport(
  result: RunResult,
  options: PrintOptions,
  told?: readonly Problem[],
): void {
  const shownPath = (file: string) =>
    relative(process.cwd(), resolve(options.contentDir, file)).replaceAll("\\", "/");
  if (options.report === "json") {
    process.stdout.write(`${jsonReport(result)}\n`);
    return;
  }
  if (options.report === "github") process.stdout.write(githubReport(result.problems, shownPath));
  else {
    const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
    const shown = told ? { ...result, ...withoutTold(result.problems, told) } : result;
    process.stderr.write(terminalReport(shown, { shownPath, color, verbose: options.verbose }));
  }
  if (options.quiet) return;
  if (options.check && result.statistics) {
    process.stdout.write(statisticsTable(result.statistics));
  }
  if (result.hint !== undefined && told === undefined) process.stdout.write(`${result.hint}\n`);
  process.stdout.write(closingLine(result, options));
}

function withoutTold(
  all: readonly Problem[],
  told: readonly Problem[],
): { problems: Problem[]; counts: RuleCount[] } {
  const known = new Set(told.map((problem) => JSON.stringify(problem)));
  const problems = all.filter(
    (problem) => problem.severity === "error" || !known.has(JSON.stringify(problem)),
  );
  const byRule = Map.groupBy(problems, ({ rule }) => rule);
  const counts = [...byRule].map(([rule, own]) => {
    return { rule, severity: own[0]!.severity, count: own.length };
  });
  return { problems, counts };
}

function closingLine({ counts, notes, figures }: RunResult, options: PrintOptions): string {
  const errors = countOf(counts, "error");
  const warnings = countOf(counts, "warning");
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

function countOf(counts: readonly RuleCount[], severity: Problem["severity"]): number {
  const own = counts.filter((each) => each.severity === severity);
  return own.reduce((sum, { count }) => sum + count, 0);
}

function figuresLine(
  notes: number,
  { files, bytes, indexBytes, freePlanShare, milliseconds }: BuildFigures,
): string {
  return [
    plural(notes, "note"),
    plural(files, "file"),
    `${kilobytes(bytes)} in all`,
    `search index ${kilobytes(indexBytes)}`,
    `${(freePlanShare * 100).toFixed(freePlanShare < 0.1 ? 1 : 0)} % of the free plan`,
    `${(milliseconds / 1000).toFixed(2)} s`,
  ].join(", ");
}

function kilobytes(bytes: number): string {
  return bytes < 10_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
