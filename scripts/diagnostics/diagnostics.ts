import type { RuleName, RuleSeverities } from "./rules.ts";

/** What is wrong with something, and what to do. */
export interface DiagnosticMessage {
  rule: RuleName;
  /** One or two sentences, without a trailing newline. */
  message: string;
  /** Replacements for the underlined text, best first. Default: none. */
  suggestions?: string[];
}

/** Something in the content that needs a person's attention, and where it is. */
export interface Diagnostic extends DiagnosticMessage {
  /** Path relative to the content folder, with `/`. */
  file: string;
  /** From 1, counted in the whole file, front matter included. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** Number of UTF-16 units to underline in the source frame: at least 1, within the line. Default: 1. */
  length?: number;
}

/** A diagnostic with its severity, as reports show it. */
export interface Problem extends Diagnostic {
  severity: "error" | "warning";
  length: number;
  suggestions: string[];
}

export interface RuleCount {
  rule: RuleName;
  severity: Problem["severity"];
  count: number;
}

/** Maximum number of problems kept per rule; the others are only counted. */
export const MAX_KEPT_PROBLEMS = 20_000;

/** Collects the diagnostics of all notes and gives them their severities, so that a run reports all of them at once. */
export class DiagnosticLog {
  readonly severities: RuleSeverities;
  readonly #kept: Problem[] = [];
  readonly #counts = new Map<RuleName, RuleCount>();

  constructor(severities: RuleSeverities) {
    this.severities = severities;
  }

  add(diagnostics: Iterable<Diagnostic>): void {
    for (const diagnostic of diagnostics) {
      const { rule } = diagnostic;
      const severity = this.severities[rule];
      if (severity === "off") continue;
      const counted = this.#counts.get(rule) ?? { rule, severity, count: 0 };
      this.#counts.set(rule, counted);
      counted.count++;
      if (counted.count > MAX_KEPT_PROBLEMS) continue;
      this.#kept.push({ length: 1, suggestions: [], ...diagnostic, severity });
    }
  }

  get hasErrors(): boolean {
    return [...this.#counts.values()].some(({ severity }) => severity === "error");
  }

  /** The number of all problems by rule, the most frequent rule first. */
  get counts(): RuleCount[] {
    const order = (a: RuleCount, b: RuleCount) =>
      b.count - a.count || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
    return [...this.#counts.values()].sort(order);
  }

  /** The problems that were kept, by file, line and column. */
  sorted(): Problem[] {
    const order = (a: Problem, b: Problem): number =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column;
    return [...this.#kept].sort(order);
  }
}

/** The offset (UTF-16 units) of every line in a text. Lines end in LF, CRLF or CR. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}

/** The position of an offset (UTF-16 units, 0 to the text's length): line and column from 1. */
export function positionAt(text: string, offset: number) {
  const starts = lineStarts(text.slice(0, offset + 1)).filter((start) => start <= offset);
  return { line: starts.length, column: offset - starts.at(-1)! + 1 };
}

/** The position of a range, and its length within its first line, at least 1. Offsets in UTF-16 units. */
export function positionOf(text: string, start: number, end: number) {
  const [inLine = ""] = text.slice(start, end).split(/[\r\n]/, 1);
  return { ...positionAt(text, start), length: Math.max(1, inLine.length) };
}
