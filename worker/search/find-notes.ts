import { fieldOffset } from "./field-offset.ts";
import type { FoundNote } from "./found-note.ts";
import { LIMITS } from "./limits.ts";
import { MatchTable } from "./match-table.ts";
import { matchUnits } from "./match-units.ts";
import { NoteFilter } from "./note-filter.ts";
import { parseQuery } from "./parse-query.ts";
import { rankNotes } from "./rank-notes.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * The notes that a search text finds, the best first, at most `LIMITS.results`. A text of
 * operators alone finds the notes that fit, in the order of their routes.
 */
export function findNotes(index: SearchIndex, text: string): FoundNote[] {
  const query = parseQuery(text);
  const filter = new NoteFilter(index, query);
  const matches = matchUnits(index, query.units, TABLE);
  const ranked = query.units.some((unit) => !unit.silent)
    ? rankNotes(index, query, matches, TABLE, filter)
    : filter.isActive
      ? fittingNotes(index, filter)
      : [];
  TABLE.clear(index);
  index.blocksSeen.fill(0);
  index.blockUnits.fill(0);
  index.blockScores.fill(0);
  return ranked;
}

const TABLE = new MatchTable();

function fittingNotes(index: SearchIndex, filter: NoteFilter): FoundNote[] {
  const notes: FoundNote[] = [];
  let left = LIMITS.notesChecked;
  for (let note = 0; note < index.count && left > 0 && notes.length < LIMITS.results; note++) {
    if (!filter.allows(note)) continue;
    left--;
    const start = fieldOffset(index, note, 0);
    if (filter.fits(start)) notes.push({ note, start });
  }
  return notes;
}
