import type { Route } from "../../worker/contract/route.ts";
import { type Diagnostic, lineStarts } from "../diagnostics/diagnostics.ts";
import type { RuleName } from "../diagnostics/rules.ts";
import type { Range } from "../markdown/ranges.ts";
import type { MarkdownScan } from "../markdown/scan.ts";
import type { Note } from "../notes/parsed-file.ts";
import { diagnostic, type LinkContext, type Rewrite } from "./link-diagnostics.ts";
import { rewritePath } from "./rewrite-markdown-link.ts";
import { rewriteWikilink } from "./rewrite-wikilink.ts";

/** A note whose links are rewritten. */
export type LinkSource = LinkContext & Pick<Note, "file" | "bodyLine" | "scan">;

/** The links of one note, resolved and counted. */
export interface NoteLinks {
  /** The routes of the notes that it links to, in any form, in order of first appearance, without its own. */
  outgoing: Route[];
  /** Number of wikilinks to notes. */
  resolved: number;
  /** Number of wikilinks that match no note, whatever the severity of the rule. */
  broken: number;
  /** Number of wikilinks that match several notes. */
  ambiguous: number;
  /** Number of Markdown links to notes. */
  markdownLinksToNotes: number;
  /** Number of wikilinks to pages without a file, where that is in order. */
  withoutFile: number;
  /** Number of references to blocks, as Logseq writes them. */
  blockReferences: number;
  /** Number of embeds, images and links to files that are not published. */
  unpublishedFiles: number;
  /** What is wrong with them, in the order of their positions. */
  diagnostics: Diagnostic[];
}

/**
 * Replaces the wikilinks of one note's body with Markdown links.
 * @returns with the body, unchanged except for its links
 */
export function linkNote(source: LinkSource): NoteLinks & { markdown: string } {
  const { body, note, names, scan } = source;
  const wikilinks = scan.links.map((link) => atRange(link, rewriteWikilink(link, source)));
  const paths = scan.paths.map((path) => atRange(path, rewritePath(path, source)));
  const links = [...wikilinks, ...paths].sort((a, b) => a.start - b.start);
  const targets = new Set(targetsOf(links));
  targets.delete(note);
  return {
    outgoing: Array.from(targets, (target) => names.index.notes[target]!.route),
    resolved: targetsOf(wikilinks).length,
    broken: countOf(wikilinks, "broken-link"),
    ambiguous: countOf(wikilinks, "ambiguous-link"),
    markdownLinksToNotes: targetsOf(paths).length,
    withoutFile: wikilinks.filter(({ isWithoutFile }) => isWithoutFile).length,
    blockReferences: scan.blockReferences ?? 0,
    unpublishedFiles: links.filter(({ isUnpublished }) => isUnpublished).length,
    markdown: applyEdits(body, links),
    diagnostics: withPositions([...unreadFrom(scan), ...links], source),
  };
}

type RewrittenLink = Rewrite & Range;

function atRange({ start, end }: Range, rewrite: Rewrite): RewrittenLink {
  return { ...rewrite, start, end };
}

function targetsOf(links: readonly RewrittenLink[]): number[] {
  return links.flatMap(({ target }) => target ?? []);
}

function countOf(links: readonly RewrittenLink[], wanted: RuleName): number {
  return links.filter(({ diagnostics }) => diagnostics.some(({ rule }) => rule === wanted)).length;
}

const UNREAD = {
  complex: diagnostic(
    "unread-links",
    "The links in this note are not read: the text that begins here would take too long to parse. Nest lists and quotes at most 200 deep, split a paragraph with more than 10,000 asterisks, underscores and ampersands (a list with more than 60,000), and a note with more than 150,000 brackets and number signs.",
  ),
  "open-fence": diagnostic(
    "unread-links",
    "The links from here on are not read: this block of code or math is never closed. Close it on a line of its own.",
  ),
};

function unreadFrom({ unread }: MarkdownScan): RewrittenLink[] {
  if (unread === undefined) return [];
  const { start, cause } = unread;
  return [{ start, end: start + 1, markdown: undefined, diagnostics: [UNREAD[cause]] }];
}

/** @param links in order; everything between them stays byte for byte */
function applyEdits(body: string, links: readonly RewrittenLink[]): string {
  let at = 0;
  const pieces = links.flatMap(({ start, end, markdown }) => {
    if (markdown === undefined) return [];
    const between = body.slice(at, start);
    at = end;
    return [between, markdown];
  });
  return pieces.join("") + body.slice(at);
}

/** The diagnostics of all links, each with its position in the file. */
function withPositions(
  links: readonly RewrittenLink[],
  { file, body, bodyLine }: LinkSource,
): Diagnostic[] {
  const wrong = links.filter(({ diagnostics }) => diagnostics.length > 0);
  if (wrong.length === 0) return [];
  const starts = lineStarts(body);
  let line = 0;
  return wrong
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end, diagnostics }) => {
      while (starts[line + 1]! <= start) line++;
      const position = {
        line: bodyLine + line,
        column: start - starts[line]! + 1,
        length: end - start,
      };
      return diagnostics.map((diagnostic) => ({ file, ...position, ...diagnostic }));
    });
}
