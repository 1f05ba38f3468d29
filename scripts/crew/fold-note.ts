import type { FoldedNote } from "../notes/parsed-file.ts";
import type { ParsedNote } from "../notes/parsed-note.ts";
import type { Heading } from "../wikilinks/heading.ts";
import type { Wikilink } from "../wikilinks/wikilink.ts";
import { jsonText } from "./json-text.ts";

/** What all others need to know of a note: all but its text. */
export function foldNote(note: ParsedNote): FoldedNote {
  return {
    title: copied(note.title),
    aliases: note.aliases.map(copied),
    headings: foldHeadings(note.scan.headings),
    links: foldLinks(note.scan.links),
    listing: foldListing(note),
  };
}

function foldHeadings(headings: readonly Heading[]): string {
  const parts: string[] = [];
  for (const { depth, text } of headings) {
    parts.push(parts.length === 0 ? '[{"depth":' : ',{"depth":', `${depth},"text":`);
    parts.push(jsonText(text), "}");
  }
  if (parts.length === 0) return "[]";
  parts.push("]");
  return parts.join("");
}

/** More targets are told apart by a set, fewer sooner by looking at each. */
const FEW = 24;

function foldLinks(links: readonly Wikilink[]): string {
  if (links.length > FEW) return [...new Set(links.map(({ target }) => target))].join("\n");
  const targets: string[] = [];
  for (const { target } of links) if (!targets.includes(target)) targets.push(target);
  return targets.join("\n");
}

/** A `NoteListing`. */
function foldListing({ category, domain, tags, summary, hasSummary }: ParsedNote): string {
  const parts: string[] = ["{"];
  if (category !== undefined) parts.push('"category":', jsonText(category), ",");
  if (domain !== undefined) parts.push('"domain":', jsonText(domain), ",");
  parts.push('"tags":[', tags.map(jsonText).join(","), '],"summary":', jsonText(summary));
  parts.push(`,"hasSummary":${hasSummary}}`);
  return parts.join("");
}

/** A string of its own: a part of a text, as engines cut it, keeps the whole text in memory. */
function copied(text: string): string {
  // What is joined is written anew.
  return ["=", text].join("").slice(1);
}
