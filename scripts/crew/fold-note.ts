import type { ParsedNote } from "../notes/parsed-note.ts";
import type { NoteListing } from "./note-listing.ts";
import type { FoldedNote } from "./parsed-file.ts";

/** What all others need to know of a note: all but its text. */
export function foldNote(note: ParsedNote): FoldedNote {
  const { title, aliases, category, domain, tags, summary, hasSummary, scan } = note;
  const listing: NoteListing = {
    ...(category !== undefined && { category }),
    ...(domain !== undefined && { domain }),
    tags,
    summary,
    hasSummary,
  };
  return {
    title: copied(title),
    aliases: aliases.map(copied),
    headings: JSON.stringify(scan.headings),
    links: [...new Set(scan.links.map(({ target }) => target))].join("\n"),
    listing: JSON.stringify(listing),
  };
}

/** A string of its own: a part of a text, as engines cut it, keeps the whole text in memory. */
function copied(text: string): string {
  return JSON.parse(JSON.stringify(text));
}
