import type { Route } from "../../worker/contract/route.ts";
import type { CollectionStatistics } from "../notes/collection-statistics.ts";
import type { Problem } from "../problems/problem.ts";

/**
 * The report for programs: the notes with their routes, the problems, and the statistics where the
 * links were resolved. Files are relative to the content folder.
 */
export function jsonReport(
  notes: readonly { file: string; route: Route }[],
  problems: readonly Problem[],
  statistics?: CollectionStatistics,
): string {
  return JSON.stringify({
    notes: notes.map(({ file, route }) => ({ file, route })),
    problems: problems.map(({ file, line, column, rule, severity, message, suggestions }) => ({
      file,
      line,
      column,
      rule,
      severity,
      message,
      suggestions,
    })),
    ...(statistics && { statistics: toJson(statistics) }),
  });
}

function toJson({ notes, ...rest }: CollectionStatistics): object {
  return { notes: Object.fromEntries(notes), ...rest };
}
