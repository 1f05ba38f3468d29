import type { RunResult } from "./result.ts";

const PROBLEM = ["file", "line", "column", "rule", "severity", "message", "suggestions"] as const;

/**
 * The report for programs: the notes with their routes, the problems, and the statistics where the
 * links were resolved. Files are relative to the content folder. `omitted` says, where a rule was broken
 * too often to list every place, how many are not listed; `hint` what an owner may want to know.
 */
export function jsonReport({ notes, problems, counts, hint, statistics }: RunResult): string {
  const listed = Map.groupBy(problems, ({ rule }) => rule);
  const omitted = counts
    .map(({ rule, count }) => [rule, count - (listed.get(rule)?.length ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return JSON.stringify({
    notes: notes.map(({ file, route }) => ({ file, route })),
    problems: problems.map((each) => Object.fromEntries(PROBLEM.map((key) => [key, each[key]]))),
    ...(omitted.length > 0 && { omitted: Object.fromEntries(omitted) }),
    hint,
    statistics: statistics && { ...statistics, notes: Object.fromEntries(statistics.notes) },
  });
}
