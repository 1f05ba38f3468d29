import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { parseBuildOptions } from "../cli/options.ts";
import { typed } from "../cli/program.ts";
import type { Overrides } from "../config/read-config.ts";
import { MAX_KEPT_PROBLEMS, type Problem } from "../diagnostics/diagnostics.ts";
import type { BuildFigures, RunResult } from "./result.ts";
import { statisticsTable } from "./statistics.ts";
import { plural, terminalReport } from "./terminal.ts";

/** What was built, and how to report it. */
export type ReportOptions = Omit<ReturnType<typeof parseBuildOptions>, keyof Overrides>;

/**
 * Prints the result of a run: problems to standard error, figures and the JSON report to standard output.
 * @param previous problems of the previous run, whose warnings are not printed again, nor is the hint
 */
export function printReport(
  result: RunResult,
  options: ReportOptions,
  previous?: readonly Problem[],
) {
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
    const fresh = previous ? withoutOld(result, previous) : result;
    const command = checkCommand(options.args);
    process.stderr.write(terminalReport(fresh, { shownPath, color, verbose, command }));
  }
  process.stderr.write(stillPublicLine(result, options));
  if (options.quiet) return;
  if (options.check && result.statistics) {
    process.stdout.write(`\n${statisticsTable(result.statistics)}`);
  }
  if (result.hint !== undefined && previous === undefined) process.stdout.write(`${result.hint}\n`);
  process.stdout.write(closingLine(result, options));
}

/** The command that shows all problems of the same run. */
function checkCommand(args: readonly string[]): string {
  const own = args.filter((arg) => !/^--(?:check|quiet|verbose)$/.test(arg));
  const quoted = [...own, "--verbose"].map((word) =>
    /^[\w./=:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  );
  return typed("check", quoted.join(" "));
}

function withoutOld(result: RunResult, previous: readonly Problem[]): RunResult {
  const before = new Set(previous.map((problem) => JSON.stringify(problem)));
  const problems = result.problems.filter(
    (problem) => problem.severity === "error" || !before.has(JSON.stringify(problem)),
  );
  const counts = Array.from(
    Map.groupBy(problems, ({ rule }) => rule),
    ([rule, own]) => ({ rule, severity: own[0]!.severity, count: own.length }),
  );
  return { ...result, problems, counts };
}

/** Printed even with `--quiet`: somebody may rely on a note being withheld. */
function stillPublicLine({ stillPublic = [] }: RunResult, { outDir }: ReportOptions): string {
  if (stillPublic.length === 0) return "";
  const more = stillPublic.length - MAX_ROUTES;
  const routes = [...stillPublic.slice(0, MAX_ROUTES), ...(more > 0 ? [`${more} more`] : [])];
  return `${outDir} still has notes that are now drafts or gone, until the errors are fixed: ${AND.format(routes)}.\n`;
}

function closingLine(
  { counts, notes, figures, leftOut }: RunResult,
  options: ReportOptions,
): string {
  const countOf = (severity: Problem["severity"]) =>
    counts.reduce((sum, each) => sum + (each.severity === severity ? each.count : 0), 0);
  const [errors, warnings] = [countOf("error"), countOf("warning")];
  const totals = `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
  if (errors > 0) {
    const unchanged =
      options.check || !existsSync(options.outDir) ? "" : ` ${options.outDir} is unchanged.`;
    return `${totals} in ${options.contentDir}.${unchanged}\n`;
  }
  const { withheld = [], hidden = 0, unpublishable = 0 } = leftOut ?? {};
  const without = [
    hidden > 0 && plural(hidden, "hidden file"),
    unpublishable > 0 && `${plural(unpublishable, "file")} that cannot be published`,
  ];
  const left = AND.format(without.filter((each) => each !== false));
  const aside = [withheldInWords(withheld), left && `${left} left out`].filter(Boolean).join("; ");
  const all = plural(notes.length, "note") + (aside && ` (${aside})`);
  const noted = warnings > 0 ? `${totals}. ` : "";
  const inLanguage = figures ? ` Search language: ${LANGUAGE_NAMES.of(figures.language)}.` : "";
  return options.check
    ? `${noted}${all} checked${warnings > 0 ? "" : ", nothing wrong"}.${inLanguage}\n`
    : `${noted}Built ${options.outDir}: ${all}${figures ? inWords(figures) : ""}.\n`;
}

/** `14 withheld: draft 9, private 2, templates 3`, the most frequent first; empty if none is. */
function withheldInWords(withheld: readonly string[]): string {
  if (withheld.length === 0) return "";
  const groups = Array.from(Map.groupBy(withheld, (by) => by)).sort(
    ([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1),
  );
  const counts = groups.map(([by, { length }]) => `${by} ${length}`);
  return `${withheld.length} withheld: ${counts.join(", ")}`;
}

const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language" });

function inWords(figures: BuildFigures): string {
  const { files, bytes, indexBytes, language, milliseconds } = figures;
  const seconds = (milliseconds / 1000).toFixed(2);
  return `, ${plural(files, "file")}, ${kilobytes(bytes)} in total, search index ${kilobytes(indexBytes)} in ${LANGUAGE_NAMES.of(language)}, ${seconds} s`;
}

function kilobytes(bytes: number): string {
  return bytes < 10_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Maximum number of routes listed. */
const MAX_ROUTES = 10;
const AND = new Intl.ListFormat("en-GB");
const PROBLEM = ["file", "line", "column", "rule", "severity", "message", "suggestions"] as const;

/**
 * The report for programs: notes with their routes, problems, and statistics if the links were resolved.
 * Files are relative to the content folder. `omitted` has the number of problems that are not listed, by
 * rule, if there are too many; `stillPublic` has the routes that the unchanged output has of notes that are now drafts
 * or gone; `hint` is advice to the owner; `language` is the code of the language for search, if
 * the run got as far as the index.
 */
export function jsonReport(result: RunResult): string {
  const { notes, problems, counts, stillPublic = [], hint, statistics, figures } = result;
  const omitted = counts
    .filter(({ count }) => count > MAX_KEPT_PROBLEMS)
    .map(({ rule, count }) => [rule, count - MAX_KEPT_PROBLEMS]);
  return JSON.stringify({
    notes: notes.map(({ file, route }) => ({ file, route })),
    problems: problems.map((each) => Object.fromEntries(PROBLEM.map((key) => [key, each[key]]))),
    ...(omitted.length > 0 && { omitted: Object.fromEntries(omitted) }),
    ...(stillPublic.length > 0 && { stillPublic }),
    hint,
    language: figures?.language,
    statistics: statistics && { ...statistics, notes: Object.fromEntries(statistics.notes) },
  });
}

/**
 * The problems as workflow commands for GitHub Actions, which shows them at their lines.
 * @param shownPath gives a file's path relative to the repository's root
 */
export function githubReport(problems: readonly Problem[], shownPath: (file: string) => string) {
  return problems
    .map(({ file, line, column, length, rule, severity, message, suggestions }) => {
      const isSaid = suggestions.every((each) => message.includes(each));
      const hint = isSaid ? "" : ` Try ${suggestions.join(" or ")}.`;
      const path = escapeData(shownPath(file)).replaceAll(":", "%3A").replaceAll(",", "%2C");
      const position = `file=${path},line=${line},col=${column}`;
      const range = `${position},endColumn=${column + length},title=${rule}`;
      return `::${severity} ${range}::${escapeData(message + hint)}\n`;
    })
    .join("");
}

/** Escapes the message of a workflow command. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
