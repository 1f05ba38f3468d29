import { styleText } from "node:util";
import type { Problem, RuleCount } from "../problems/problems.ts";
import type { RunResult } from "./result.ts";

/** Maximum number of problems shown without `--verbose`. */
const MOST_SHOWN = 50;
/** Maximum number of UTF-16 units shown of a source line. */
const FRAME_WIDTH = 100;
/** Control characters, and characters that reorder a line of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Characters that take two columns in a terminal: ideographs, kana and hangul. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;

export interface TerminalStyle {
  /** Returns the path to show for a file of the content folder. */
  shownPath: (file: string) => string;
  color: boolean;
  verbose: boolean;
}

/**
 * The problems for people: place, message, the line with carets, suggestions. If there are many, the first of
 * each rule and some others are shown, followed by the number of problems by rule.
 */
export function terminalReport(
  { problems, counts, sourceOf }: Pick<RunResult, "problems" | "counts" | "sourceOf">,
  style: TerminalStyle,
): string {
  const shown = style.verbose ? problems : firstOfEachRule(problems);
  const lineOf = lineReader(sourceOf);
  const report = shown.map((problem) => showProblem(problem, lineOf, style)).join("\n");
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (shown.length === total) return report;
  const hint = style.verbose ? "" : "; `npm run check -- --verbose` shows them all";
  const summary = `${shown.length} of ${total} problems are shown${hint}. By rule:`;
  return `${report}\n${summary}\n\n${countTable(counts)}`;
}

/** In their order: the first problem of each rule, and as many others as there is room for. */
function firstOfEachRule(problems: readonly Problem[]): readonly Problem[] {
  const byRule = Map.groupBy(problems, ({ rule }) => rule);
  const first = Array.from(byRule.values(), ([problem]) => problem!);
  const chosen = new Set([...new Set([...first, ...problems])].slice(0, MOST_SHOWN));
  return problems.filter((problem) => chosen.has(problem));
}

function showProblem(
  problem: Problem,
  lineOf: (file: string, line: number) => string,
  { shownPath, color }: TerminalStyle,
): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const { file, line, column, rule, severity, message, suggestions } = problem;
  const tone = severity === "error" ? "red" : "yellow";
  const place = style("bold", `${printable(shownPath(file))}:${line}:${column}`);
  const head = `${place} ${style(tone, severity)} ${printable(message)} ${style("dim", `(${rule})`)}`;
  const frame = printable(sourceFrame(lineOf(file, line), problem));
  const hint = suggestions.length > 0 ? `      = try ${printable(suggestions.join("  or  "))}` : "";
  return `${[head, frame, hint].filter((part) => part !== "").join("\n")}\n`;
}

/**
 * The number of problems by rule:
 *
 *     broken-link     warning   12034
 */
function countTable(counts: readonly RuleCount[]): string {
  const width = Math.max(...counts.map(({ rule }) => rule.length));
  return counts
    .map(({ rule, severity, count }) => {
      return `  ${rule.padEnd(width)}  ${severity.padEnd(7)} ${String(count).padStart(7)}\n`;
    })
    .join("");
}

/**
 * Makes text safe for a terminal: characters that would move the cursor, change colors or reorder the line
 * become visible ones. The length stays the same, so columns stay right.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (character === "\n" || character === "\t") return character;
    // The Control Pictures block has one for each of the first 32 characters, in the same order.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
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
  const shown = source.slice(from, from + FRAME_WIDTH);
  const before = source.slice(from, column - 1);
  const gutter = String(line).padStart(5);
  const carets = "^".repeat(Math.max(1, Math.min(length, shown.length - before.length)));
  // Tabs stay tabs, so that the caret is below the character whatever the terminal's tab width.
  const indent = before.replace(/[^\t]/g, (character) => (WIDE.test(character) ? "  " : " "));
  return `${gutter} | ${shown}\n${" ".repeat(5)} | ${indent}${carets}`;
}
