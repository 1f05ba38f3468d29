import type { LinkStatistics } from "./link-statistics.ts";
import type { ListedNote } from "./listed-note.ts";

/** What an owner wants to know of a collection as a whole, in the order it is shown. */
export interface CollectionStatistics extends LinkStatistics {
  /** Notes by collection. */
  notes: ReadonlyMap<string, number>;
  /** Notes whose title another note has too. */
  duplicateTitles: number;
  /** Notes whose summary was made from their text. */
  withoutSummary: number;
}

export function collectionStatistics(
  notes: readonly ListedNote[],
  links: LinkStatistics,
): CollectionStatistics {
  const byCollection = new Map<string, number>();
  const byTitle = new Map<string, number>();
  for (const { collection, title } of notes) {
    byCollection.set(collection.name, (byCollection.get(collection.name) ?? 0) + 1);
    byTitle.set(title, (byTitle.get(title) ?? 0) + 1);
  }
  return {
    ...links,
    notes: byCollection,
    duplicateTitles: notes.filter((note) => byTitle.get(note.title)! > 1).length,
    withoutSummary: notes.filter((note) => !note.hasSummary).length,
  };
}
