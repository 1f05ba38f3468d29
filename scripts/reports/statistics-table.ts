import type { CollectionStatistics } from "../notes/collection-statistics.ts";

/**
 * The statistics as a table of two columns:
 *
 *     notes in languages                              37
 *     links to notes                                1481
 */
export function statisticsTable(statistics: CollectionStatistics): string {
  const { notes, resolved, broken, ambiguous, orphans, duplicateTitles, withoutSummary } =
    statistics;
  const rows: [string, number][] = [
    ...[...notes].map(([name, count]): [string, number] => [`notes in ${name}`, count]),
    ["links to notes", resolved],
    ["broken links", broken],
    ["ambiguous links", ambiguous],
    ["orphans (no note links to them)", orphans],
    ["notes of a title that is not theirs alone", duplicateTitles],
    ["notes without a summary of their own", withoutSummary],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, n]) => `  ${name.padEnd(width)}  ${String(n).padStart(7)}\n`).join("");
}
