import type { ParsedNote } from "../notes/parsed-note.ts";
import { LinkRows, type StoredLinks } from "./link-rows.ts";
import type { NoteListing } from "./note-listing.ts";
import type { StoredText } from "./text-store.ts";

/** A parsed note that waits for all others, in few bytes; its text only where there is room. */
export interface HeldNote {
  digest: string;
  bodyStart: number;
  bodyLine: number;
  /** `NoteListing` as JSON. */
  listing: string;
  links: StoredLinks;
  text: StoredText | undefined;
}

/** @param source what the note was parsed from, and what it is known by */
export function unfoldNote(
  { bodyStart, bodyLine, listing, links }: HeldNote,
  source: Pick<ParsedNote, "file" | "text" | "collection" | "title" | "aliases">,
): ParsedNote {
  const { category, domain, tags, summary, hasSummary }: NoteListing = JSON.parse(listing);
  const { file, text, collection, title, aliases } = source;
  const note: ParsedNote = {
    file,
    text,
    bodyStart,
    bodyLine,
    collection,
    title,
    tags,
    summary,
    hasSummary,
    aliases,
    scan: { links: LinkRows.read(links, text.slice(bodyStart)), headings: [] },
  };
  if (category !== undefined) note.category = category;
  if (domain !== undefined) note.domain = domain;
  return note;
}
