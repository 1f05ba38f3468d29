import type { LinkStatistics } from "../notes/link-statistics.ts";
import type { LinkedNotes } from "./linked-notes.ts";

/** What the wikilinks of all notes come to; undefined where some notes were left as they were. */
export function linkStatistics(
  parts: readonly LinkedNotes[],
  published: number,
): LinkStatistics | undefined {
  if (parts.reduce((sum, { notes }) => sum + notes.length, 0) < published) return undefined;
  const statistics: LinkStatistics = { resolved: 0, broken: 0, ambiguous: 0, orphans: 0 };
  const found = new Uint8Array(parts[0]?.found.length ?? 0);
  for (const part of parts) {
    statistics.resolved += part.resolved;
    statistics.broken += part.broken;
    statistics.ambiguous += part.ambiguous;
    part.found.forEach((each, note) => {
      found[note]! |= each;
    });
  }
  for (const each of found) statistics.orphans += 1 - each;
  return statistics;
}
