import { Blocks } from "./blocks.ts";
import { Matches } from "./matches.ts";
import type { SearchIndex } from "./open-index.ts";
import { NoteReader } from "./read-note.ts";

/**
 * What a query writes. It clears each part before it uses it, so a query that throws leaves nothing behind.
 * It is reused because allocating it takes longer than many a query.
 */
export interface QueryWork {
  readonly matches: Matches;
  readonly blocks: Blocks;
  readonly reader: NoteReader;
}

export function newWork(index: SearchIndex): QueryWork {
  const matches = new Matches(index);
  return { matches, blocks: new Blocks(index.blocks), reader: new NoteReader(index, matches) };
}
