import { styleText } from "node:util";
import type { Problem, RuleCount } from "./problems.ts";
import type { RunResult } from "./result.ts";

/** More problems than these are shown on request only. */
const MOST_SHOWN = 50;
/** Columns of the source shown, at most. */
const FRAME_WIDTH = 100;
/** Control characters but tab and line feed, and those that reorder a line of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Characters that a terminal gives two columns: the ideographs, kana and hangul. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;

export interface TerminalStyle {
  /** Gives the path to show for a file of the content folder. */
  shownPath: (file: string) => string;
  color: boolean;
  verbose: boolean;
}

/**
 * The problems as a person reads them: place, message, the line with a caret, what would be right. Of many,
 * the first of each rule and some more are shown, then how often each rule was broken.
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

/** In their order: the first of each rule, and of the others as many as there is room for. */
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
 * How often each rule was broken:
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
 * Text as a terminal may have it: what would move the cursor, change colors or reorder the line is
 * shown and does nothing. One UTF-16 unit becomes one, so columns stay right.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (character === "\n" || character === "\t") return character;
    // The block of control pictures has one for each of the first 32 characters, in their order.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}

/** Gives lines of files without their ends; problems come by file, so one file is kept at a time. */
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
 * The line of a problem, given as `source`, with a caret under what is meant:
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
  // Tabs stay tabs, so that the caret stands where the terminal puts the character.
  const indent = before.replace(/[^\t]/g, (character) => (WIDE.test(character) ? "  " : " "));
  return `${gutter} | ${shown}\n${" ".repeat(5)} | ${indent}${carets}`;
}
