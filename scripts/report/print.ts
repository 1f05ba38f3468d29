import { relative, resolve } from "node:path";
import { githubReport } from "./github.ts";
import { jsonReport } from "./json.ts";
import type { Problem } from "./problems.ts";
import { plural } from "./progress.ts";
import type { BuildFigures, RunResult } from "./result.ts";
import { statisticsTable } from "./statistics.ts";
import { terminalReport } from "./terminal.ts";

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
export function printReport(result: RunResult, options: PrintOptions, told?: readonly Problem[]) {
  const { contentDir, report, verbose } = options;
  const shownPath = (file: string) =>
    relative(process.cwd(), resolve(contentDir, file)).replaceAll("\\", "/");
  if (report === "json") {
    process.stdout.write(`${jsonReport(result)}\n`);
    return;
  }
  if (report === "github") process.stdout.write(githubReport(result.problems, shownPath));
  else {
    const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
    const shown = told ? withoutTold(result, told) : result;
    process.stderr.write(terminalReport(shown, { shownPath, color, verbose }));
  }
  if (options.quiet) return;
  if (options.check && result.statistics) {
    process.stdout.write(statisticsTable(result.statistics));
  }
  if (result.hint !== undefined && told === undefined) process.stdout.write(`${result.hint}\n`);
  process.stdout.write(closingLine(result, options));
}

function withoutTold(result: RunResult, told: readonly Problem[]): RunResult {
  const known = new Set(told.map((problem) => JSON.stringify(problem)));
  const problems = result.problems.filter(
    (problem) => problem.severity === "error" || !known.has(JSON.stringify(problem)),
  );
  const counts = Array.from(
    Map.groupBy(problems, ({ rule }) => rule),
    ([rule, own]) => ({ rule, severity: own[0]!.severity, count: own.length }),
  );
  return { ...result, problems, counts };
}

function closingLine({ counts, notes, figures }: RunResult, options: PrintOptions): string {
  const countOf = (severity: Problem["severity"]) =>
    counts.reduce((sum, each) => sum + (each.severity === severity ? each.count : 0), 0);
  const [errors, warnings] = [countOf("error"), countOf("warning")];
  const found = `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
  if (errors > 0) {
    const kept = options.check ? "" : ` ${options.outDir} is as it was.`;
    return `${found} in ${options.contentDir}.${kept}\n`;
  }
  const all = plural(notes.length, "note");
  const noted = warnings > 0 ? `${found}. ` : "";
  return options.check
    ? `${noted}${all} checked${warnings > 0 ? "" : ", nothing wrong"}.\n`
    : `${noted}Built ${options.outDir}: ${all}${figures ? inWords(figures) : ""}.\n`;
}

function inWords(figures: BuildFigures): string {
  const { files, bytes, indexBytes, freePlanShare, milliseconds } = figures;
  const share = (freePlanShare * 100).toFixed(freePlanShare < 0.1 ? 1 : 0);
  const seconds = (milliseconds / 1000).toFixed(2);
  return `, ${plural(files, "file")}, ${kilobytes(bytes)} in all, search index ${kilobytes(indexBytes)}, ${share} % of the free plan, ${seconds} s`;
}

function kilobytes(bytes: number): string {
  return bytes < 10_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
