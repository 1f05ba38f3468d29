import { styleText } from "node:util";
import { folderOf } from "../content/paths.ts";
import type { Problem } from "../diagnostics/diagnostics.ts";
import type { RunResult } from "./result.ts";
import { countTable } from "./statistics.ts";

/** Maximum number of problems shown without `--verbose`. */
const MAX_SHOWN = 50;
/** Maximum number of folders named where else a problem is. */
const MAX_FOLDERS = 3;
/** Maximum number of UTF-16 units shown of a source line. */
const FRAME_WIDTH = 100;
/** Characters that move the cursor, change colors or reorder a line. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Characters that take two columns in a terminal: ideographs, kana and hangul. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;

interface TerminalStyle {
  /** Returns the path to show for a file of the content folder. */
  shownPath: (file: string) => string;
  color: boolean;
  verbose: boolean;
  /** The command that shows all problems. */
  command: string;
}

/**
 * The problems for people: position, message, the line with carets, suggestions. Without `verbose`, problems of one
 * rule with the same message are one, and if there are many, each rule has its share of those that are shown,
 * followed by the number of problems by rule.
 */
export function terminalReport(
  { problems, counts, sourceOf }: Pick<RunResult, "problems" | "counts" | "sourceOf">,
  style: TerminalStyle,
): string {
  const byMessage = Map.groupBy(problems, ({ rule, message }) => `${rule} ${message}`);
  const groups = style.verbose
    ? problems.map((each) => [each])
    : fairShare([...byMessage.values()]);
  const lineOf = lineReader(sourceOf);
  const report = groups.map((equal) => showProblem(equal, lineOf, style)).join("\n");
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (groups.length === total) return report;
  const hint = style.verbose ? "" : `; \`${style.command}\` shows them all`;
  const others = groups.reduce((sum, equal) => sum + equal.length - 1, 0);
  const same = `, ${plural(others, "other")} ${others === 1 ? "says" : "say"} the same`;
  const summary = `${groups.length} of ${total} problems are shown${others > 0 ? same : ""}${hint}. By rule:`;
  const rows = counts.map(
    ({ rule, severity, count }) => [`${severity.padEnd(7)}  ${rule}`, count] as const,
  );
  return `${report}\n${summary}\n\n${countTable(rows)}`;
}

/** As many as are shown, in their order: of each rule the first, then of each the second, and so on. */
function fairShare(groups: readonly Problem[][]): readonly Problem[][] {
  const byRule = Map.groupBy(groups, ([problem]) => problem!.rule);
  const rank = new Map(
    [...byRule.values()].flatMap((own) => own.map((group, i) => [group, i] as const)),
  );
  const ranked = [...groups].sort((a, b) => rank.get(a)! - rank.get(b)!);
  const chosen = new Set(ranked.slice(0, MAX_SHOWN));
  return groups.filter((group) => chosen.has(group));
}

/** Where else a problem is: `and in 43 other places: daily/ (40), a.md (3)`. */
function otherPlaces(others: readonly Problem[]): string {
  if (others.length === 0) return "";
  const folders = Map.groupBy(others, ({ file }) => folderOf(file) || ".");
  const most = [...folders].sort(([, a], [, b]) => b.length - a.length);
  const names = most.slice(0, MAX_FOLDERS).map(([folder, own]) => `${folder}/ (${own.length})`);
  const more = most.length > MAX_FOLDERS ? ", …" : "";
  return `      = and in ${plural(others.length, "other place")}: ${names.join(", ")}${more}`;
}

function showProblem(
  [problem, ...others]: readonly Problem[],
  lineOf: (file: string, line: number) => string,
  { shownPath, color }: TerminalStyle,
): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const { file, line, column, rule, severity, message, suggestions } = problem!;
  const tone = severity === "error" ? "red" : "yellow";
  const position = style("bold", `${printable(shownPath(file))}:${line}:${column}`);
  const head = `${position} ${style(tone, severity)} ${printable(message)} ${style("dim", `(${rule})`)}`;
  const frame = printable(sourceFrame(lineOf(file, line), problem!));
  const hint = suggestions.length > 0 ? `      = try ${printable(suggestions.join("  or  "))}` : "";
  return `${[head, frame, hint, printable(otherPlaces(others))].filter((part) => part !== "").join("\n")}\n`;
}

/** `1 note`, `2 notes`. */
export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** Makes text safe for a terminal. The length stays the same, so columns stay right. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

/** Reads lines of files, without line ends. Problems are ordered by file, so only one file is kept. */
function lineReader(sourceOf: (file: string) => string | undefined) {
  let current: { file?: string; lines: string[] } = { lines: [] };
  return (file: string, line: number): string => {
    if (current.file !== file) {
      current = { file, lines: (sourceOf(file) ?? "").split(/\r\n|\n|\r/) };
    }
    return current.lines[line - 1] ?? "";
  };
}

/**
 * The source line of a problem with carets under the underlined text:
 *
 *      12 | A [[Hash tabel]] keeps …
 *         |   ^^^^^^^^^^^^^^
 */
function sourceFrame(source: string, { line, column, length }: Problem): string {
  if (source === "") return "";
  const from = Math.max(0, Math.min(column - 1 - FRAME_WIDTH / 2, source.length - FRAME_WIDTH));
  const visible = source.slice(from, from + FRAME_WIDTH);
  const before = source.slice(from, column - 1);
  const gutter = String(line).padStart(5);
  const carets = "^".repeat(Math.max(1, Math.min(length, visible.length - before.length)));
  // Tabs stay tabs, so that the caret is below the character whatever the terminal's tab width.
  const indent = before.replace(/[^\t]/g, (character) => (WIDE.test(character) ? "  " : " "));
  return `${gutter} | ${visible}\n${" ".repeat(5)} | ${indent}${carets}`;
}
