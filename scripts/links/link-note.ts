import type { Range } from "../markdown/ranges.ts";
import type { MarkdownScan } from "../markdown/scan.ts";
import type { PlacedNote } from "../notes/note.ts";
import { lineStarts, type Problem } from "../problems/problems.ts";
import type { RuleName } from "../problems/rules.ts";
import { finding, type LinkContext, type Verdict } from "./findings.ts";
import { judgeLink } from "./judge.ts";
import { judgePath } from "./markdown-links.ts";

/** A note whose links are judged. */
export type LinkSource = LinkContext & Pick<PlacedNote, "file" | "bodyLine" | "scan">;

/** The links of one note, resolved and counted. */
export interface NoteLinks {
  /** The numbers of the notes that its links of all kinds lead to, in order of first appearance, without itself. */
  leadsTo: number[];
  /** Number of wikilinks that lead to a note. */
  resolved: number;
  /** Number of wikilinks that match no note, whatever the severity of the rule. */
  broken: number;
  /** Number of wikilinks that match several notes. */
  ambiguous: number;
  /** Number of Markdown links that lead to a note. */
  markdownLinksToNotes: number;
  /** Number of embeds, images and links to files that are not published. */
  unpublishedFiles: number;
}

export interface LinkedNote extends NoteLinks {
  /** The body, unchanged except for its links. */
  markdown: string;
  /** In the order of their places. Rules that are off report nothing. */
  problems: Problem[];
}

/** Replaces the wikilinks of one note's body with Markdown links, and reports what is wrong with them. */
export function linkNote(source: LinkSource): LinkedNote {
  const { body, note, scan } = source;
  const wikilinks = scan.links.map((link) => judged(link, judgeLink(link, source)));
  const paths = scan.paths.map((path) => judged(path, judgePath(path, source)));
  const links = [...wikilinks, ...paths].sort((a, b) => a.start - b.start);
  const leadsTo = new Set(targetsOf(links));
  leadsTo.delete(note);
  return {
    leadsTo: [...leadsTo],
    resolved: targetsOf(wikilinks).length,
    broken: countOf(wikilinks, "broken-link"),
    ambiguous: countOf(wikilinks, "ambiguous-link"),
    markdownLinksToNotes: targetsOf(paths).length,
    unpublishedFiles: links.filter(({ isUnpublished }) => isUnpublished).length,
    markdown: applyEdits(body, links),
    problems: toProblems([...unreadFrom(scan), ...links], source),
  };
}

type JudgedLink = Verdict & Range;

function judged({ start, end }: Range, verdict: Verdict): JudgedLink {
  return { ...verdict, start, end };
}

function targetsOf(links: readonly JudgedLink[]): number[] {
  return links.flatMap(({ target }) => target ?? []);
}

function countOf(links: readonly JudgedLink[], wanted: RuleName): number {
  return links.filter(({ findings }) => findings.some(({ rule }) => rule === wanted)).length;
}

const UNREAD = {
  complex: finding(
    "unread-links",
    "The links in this note are not read: the text that begins here would take too long to parse. Nest lists and quotes at most 200 deep, split a paragraph with more than 10,000 asterisks, underscores and ampersands, and a note with more than 150,000 brackets and number signs.",
  ),
  "open-fence": finding(
    "unread-links",
    "The links from here on are not read: this block of code or math is never closed. Close it on a line of its own.",
  ),
};

function unreadFrom({ unread }: MarkdownScan): JudgedLink[] {
  if (unread === undefined) return [];
  const { start, cause } = unread;
  return [{ start, end: start + 1, markdown: undefined, findings: [UNREAD[cause]] }];
}

/** @param links in order; everything between them stays byte for byte */
function applyEdits(body: string, links: readonly JudgedLink[]): string {
  let at = 0;
  const pieces = links.flatMap(({ start, end, markdown }) => {
    if (markdown === undefined) return [];
    const between = body.slice(at, start);
    at = end;
    return [between, markdown];
  });
  return pieces.join("") + body.slice(at);
}

/** Turns findings into problems, except those of rules that are off. */
function toProblems(
  links: readonly JudgedLink[],
  { file, body, bodyLine, rules: { severities } }: LinkSource,
): Problem[] {
  const found = links.filter(({ findings }) => findings.length > 0);
  if (found.length === 0) return [];
  const starts = lineStarts(body);
  let line = 0;
  return found
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end, findings }) => {
      while (starts[line + 1]! <= start) line++;
      const place = {
        line: bodyLine + line,
        column: start - starts[line]! + 1,
        length: end - start,
      };
      return findings.flatMap((fault) => {
        const severity = severities[fault.rule];
        return severity === "off" ? [] : { file, ...place, severity, ...fault };
      });
    });
}
