import type { NoteLinks } from "../links/link-note.ts";

export type CollectionStatistics = ReturnType<typeof collectionStatistics>;

/**
 * What an owner wants to know about the notes as a whole, in the order in which it is shown.
 * @param links of each note, in the order of the notes
 */
export function collectionStatistics(
  notes: readonly { title: string; collection: { name: string }; hasSummary: boolean }[],
  links: readonly NoteLinks[],
) {
  const byTitle = countBy(notes, ({ title }) => title);
  const sumOf = (count: (of: NoteLinks) => number) => links.reduce((n, of) => n + count(of), 0);
  const linked = new Set(
    links.flatMap(({ targets }, number) => targets.filter((target) => target !== number)),
  );
  return {
    notes: countBy(notes, ({ collection }) => collection.name),
    resolved: sumOf(({ targets }) => targets.length),
    broken: sumOf(({ broken }) => broken),
    ambiguous: sumOf(({ ambiguous }) => ambiguous),
    markdownLinks: sumOf(({ markdownLinks }) => markdownLinks),
    markdownLinksToNotes: sumOf(({ markdownLinksToNotes }) => markdownLinksToNotes),
    orphans: links.length - linked.size,
    duplicateTitles: notes.filter((note) => byTitle.get(note.title)! > 1).length,
    withoutSummary: notes.filter((note) => !note.hasSummary).length,
  };
}

/** A hint about pictures and other files that notes show or link to. Undefined if there are none. */
export function unpublishedFilesHint(links: readonly NoteLinks[]): string | undefined {
  const count = links.reduce((sum, { unpublishedFiles }) => sum + unpublishedFiles, 0);
  if (count === 0) return undefined;
  const which =
    count === 1
      ? "A picture or file in the notes is"
      : `${count} pictures and files in the notes are`;
  return `${which} not published, because the service has notes alone. If they are on the web, name the address with \`attachments:\` in collections.yaml, or with --attachments.`;
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/**
 * The statistics as a table of two columns:
 *
 *     notes in languages                              37
 *     links to notes                                1481
 */
export function statisticsTable(statistics: CollectionStatistics): string {
  const { notes, markdownLinks } = statistics;
  const markdownRows: Row[] = [
    ["Markdown links to files", markdownLinks],
    ["Markdown links to notes", statistics.markdownLinksToNotes],
  ];
  const rows: Row[] = [
    ...Array.from(notes, ([name, count]): Row => [`notes in ${name}`, count]),
    ["links to notes", statistics.resolved],
    ["broken links", statistics.broken],
    ["ambiguous links", statistics.ambiguous],
    ...(markdownLinks > 0 ? markdownRows : []),
    ["orphans (no note links to them)", statistics.orphans],
    ["notes that share their title", statistics.duplicateTitles],
    ["notes without a summary of their own", statistics.withoutSummary],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, n]) => `  ${name.padEnd(width)}  ${String(n).padStart(7)}\n`).join("");
}

type Row = [name: string, count: number];
