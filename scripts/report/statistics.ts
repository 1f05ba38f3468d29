import type { NoteLinks } from "../links/link-note.ts";
import type { Note } from "../notes/parsed-file.ts";

export type CollectionStatistics = ReturnType<typeof collectionStatistics>;

/** The rows of the table, in its order. */
const ROWS = {
  resolved: "links to notes",
  broken: "broken links",
  ambiguous: "ambiguous links",
  markdownLinks: "Markdown links to files",
  markdownLinksToNotes: "Markdown links to notes",
  orphans: "orphans (no note links to them)",
  duplicateTitles: "notes that share their title",
  withoutSummary: "notes without a summary of their own",
} as const;

/**
 * What an owner wants to know about the notes as a whole.
 * @param links of each note, in the order of the notes
 */
export function collectionStatistics(notes: readonly Note[], links: readonly NoteLinks[]) {
  const byTitle = countBy(notes, ({ title }) => title);
  const sumOf = (count: (of: NoteLinks) => number) => links.reduce((n, of) => n + count(of), 0);
  const linked = new Set(links.flatMap(({ outgoing }) => outgoing));
  return {
    notes: countBy(notes, ({ collection }) => collection.name),
    resolved: sumOf(({ resolved }) => resolved),
    broken: sumOf(({ broken }) => broken),
    ambiguous: sumOf(({ ambiguous }) => ambiguous),
    markdownLinks: notes.reduce((sum, { scan }) => sum + scan.paths.length, 0),
    markdownLinksToNotes: sumOf(({ markdownLinksToNotes }) => markdownLinksToNotes),
    orphans: links.length - linked.size,
    duplicateTitles: notes.filter((note) => byTitle.get(note.title)! > 1).length,
    withoutSummary: notes.filter((note) => !note.hasSummary).length,
  };
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const groups = Map.groupBy(items, keyOf);
  return new Map(Array.from(groups, ([key, { length }]) => [key, length]));
}

export function statisticsTable({ notes, ...counts }: CollectionStatistics): string {
  const keys = Object.keys(ROWS) as (keyof typeof ROWS)[];
  const rows = keys.filter((key) => counts.markdownLinks > 0 || !/^markdown/.test(key));
  return countTable([
    ...Array.from(notes, ([name, count]) => [`notes in ${name}`, count] as const),
    ...rows.map((key) => [ROWS[key], counts[key]] as const),
  ]);
}

/**
 * A table of two columns:
 *
 *     notes in languages                              37
 *     links to notes                                1481
 */
export function countTable(rows: readonly (readonly [name: string, count: number])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, n]) => `  ${name.padEnd(width)}  ${String(n).padStart(7)}\n`).join("");
}
