import type { Problem } from "./problem.ts";
import type { RuleSeverities } from "./rules.ts";

/** What a stage says of one place; the log adds the severity in force. */
export type Finding = Omit<Problem, "severity" | "suggestions" | "length"> &
  Partial<Pick<Problem, "suggestions" | "length">>;

/** Collects the problems of all notes, so that a run reports all of them at once. */
export class ProblemLog {
  readonly problems: Problem[] = [];
  readonly severities: RuleSeverities;

  constructor(severities: RuleSeverities, findings: readonly Finding[] = []) {
    this.severities = severities;
    this.add(...findings);
  }

  add(...findings: readonly Finding[]): void {
    for (const finding of findings) {
      const severity = this.severities[finding.rule];
      if (severity === "off") continue;
      this.problems.push({ length: 1, suggestions: [], ...finding, severity });
    }
  }

  addAll(...lists: readonly (readonly Finding[])[]): void {
    for (const findings of lists) for (const finding of findings) this.add(finding);
  }

  /** Adds what another stage has judged by the same severities. */
  append(problems: readonly Problem[]): void {
    for (const problem of problems) this.problems.push(problem);
  }

  get hasErrors(): boolean {
    return this.problems.some((problem) => problem.severity === "error");
  }

  /** The problems by file, line and column. */
  sorted(): Problem[] {
    const order = (a: Problem, b: Problem): number =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column;
    return [...this.problems].sort(order);
  }
}
