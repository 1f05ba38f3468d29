import { fold } from "../contract/search/fold.ts";
import * as INDEX_FORMAT from "../contract/search/index-format.ts";
import { behindNote } from "./behind-note.ts";
import { columnNumber } from "./column-number.ts";
import type { FoundNote } from "./found-note.ts";
import * as LIMITS from "./limits.ts";
import { MatchTable } from "./match-table.ts";
import { matchUnits } from "./match-units.ts";
import { NoteFilter } from "./note-filter.ts";
import { parseQuery } from "./parse-query.ts";
import type { Query } from "./query.ts";
import { rankNotes } from "./rank-notes.ts";
import { readField } from "./read-field.ts";
import type { SearchIndex } from "./search-index.ts";
import { unitSet } from "./unit-set.ts";

/**
 * The notes that a search text finds, the best first, at most `LIMITS.results`. A text of
 * operators alone finds the notes that fit, in the order of their routes; one that is a title, sign
 * for sign, has no operators.
 *
 * @param query the text, as it is read
 */
export function findNotes(index: SearchIndex, text: string, query = parseQuery(text)): FoundNote[] {
  const filter = new NoteFilter(index, query);
  if (filter.isActive) {
    const named = findNotes(index, text, parseQuery(text, false));
    if (named.some(({ start }) => fold(readField(index, start)) === query.folded)) return named;
  }
  const matches = matchUnits(index, query.units, TABLE);
  const ranked = query.units.some((unit) => !unit.silent)
    ? rankNotes(index, query, matches, TABLE, filter)
    : filter.isActive
      ? fittingNotes(index, query, filter)
      : [];
  TABLE.clear(index);
  index.blocksSeen.fill(0);
  index.blockUnits.fill(0);
  index.blockScores.fill(0);
  return ranked;
}

const TABLE = new MatchTable();

function fittingNotes(index: SearchIndex, query: Query, filter: NoteFilter): FoundNote[] {
  const notes: FoundNote[] = [];
  const perBlock = INDEX_FORMAT.notesPerBlock;
  const required = unitSet(query.units, (unit) => unit.required);
  let left = LIMITS.notesChecked;
  for (let block = 0; block < index.blocks; block++) {
    if ((index.blockUnits[block]! & required) !== required) continue;
    let start = columnNumber(index.blockOffsets, block);
    const end = Math.min(index.count, (block + 1) * perBlock);
    for (let note = block * perBlock; note < end; note++) {
      if (filter.allows(note)) {
        if (left-- === 0) return notes;
        if (filter.fits(start)) notes.push({ note, start });
        if (notes.length === LIMITS.results) return notes;
      }
      start = behindNote(index, start);
    }
  }
  return notes;
}
