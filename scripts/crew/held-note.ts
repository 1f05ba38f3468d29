import type { ParsedNote } from "../notes/parsed-note.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";

/** A parsed note without its text. The links as rows: a fifth of the bytes of objects. */
type Held = Omit<ParsedNote, "text" | "collection" | "scan"> & { links: LinkRow[] };

type LinkRow = [
  start: number,
  end: number,
  targetStart: number,
  targetEnd: number,
  target: string,
  label: string | null,
  flags: number,
];

const FLAGS = ["embed", "inTable", "bareBar", "conditional"] as const;

/** Folds up what linking a note needs beside its text, to wait in few bytes for all others to be parsed. */
export function holdNote({ text: _, collection: __, scan, ...rest }: ParsedNote): string {
  const held: Held = { ...rest, links: scan.links.map(toRow) };
  return JSON.stringify(held);
}

/** @param source the text and the collection that the note was parsed with */
export function unfoldNote(
  folded: string,
  source: Pick<ParsedNote, "text" | "collection">,
): ParsedNote {
  const { links, ...rest }: Held = JSON.parse(folded);
  return { ...rest, ...source, scan: { links: links.map(toLink), headings: [] } };
}

function toRow(link: Wikilink): LinkRow {
  const { start, end, targetStart, targetEnd, target, label = null } = link;
  const flags = FLAGS.reduce((bits, flag, i) => bits | (link[flag] ? 1 << i : 0), 0);
  return [start, end, targetStart, targetEnd, target, label, flags];
}

function toLink([start, end, targetStart, targetEnd, target, label, flags]: LinkRow): Wikilink {
  return {
    start,
    end,
    targetStart,
    targetEnd,
    target,
    ...(label !== null && { label }),
    embed: (flags & 1) !== 0,
    inTable: (flags & 2) !== 0,
    bareBar: (flags & 4) !== 0,
    conditional: (flags & 8) !== 0,
  };
}
