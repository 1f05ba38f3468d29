import { isEscaped, type Range } from "../markdown/ranges.ts";
import type { Destination } from "../markdown/structure.ts";
import type { Wikilink } from "../markdown/wikilinks.ts";
import type { PlacedNote } from "../notes/note.ts";
import { lineStarts, type Problem } from "../problems/problems.ts";
import { finding, type LinkFinding, type LinkRules } from "./findings.ts";
import { judgeLink } from "./judge.ts";
import { judgePath } from "./markdown-links.ts";
import type { NoteNames } from "./names.ts";

/** A note with its text. */
export interface LinkSource extends Pick<PlacedNote, "file" | "bodyLine" | "scan"> {
  /** Index of the note in `NoteNames`. */
  note: number;
  /** Its Markdown after the front matter. */
  body: string;
}

/** The links of one note, resolved and counted. */
export interface NoteLinks {
  /** The numbers of the notes that its wikilinks lead to, one for each link; links to itself count. */
  targets: number[];
  /** The numbers of the notes that its links of all kinds lead to, in order of first appearance, without itself. */
  leadsTo: number[];
  /** Number of wikilinks that match no note, whatever the severity of the rule. */
  broken: number;
  /** Number of wikilinks that match several notes. */
  ambiguous: number;
  /** Number of Markdown links and images with a relative path. */
  markdownLinks: number;
  /** Number of those that lead to a note. */
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
export function linkNote(source: LinkSource, names: NoteNames, rules: LinkRules): LinkedNote {
  const { note, body, scan } = source;
  const context = { body, note, names, rules };
  const edits: Edit[] = [];
  const found: PlacedFinding[] = [];
  const linked = {
    broken: 0,
    ambiguous: 0,
    markdownLinks: 0,
    markdownLinksToNotes: 0,
    unpublishedFiles: 0,
  };
  const targets: number[] = [];
  const leadsTo = new Set<number>();
  const { unread } = scan;
  if (unread) found.push({ ...UNREAD[unread.cause], start: unread.start, end: unread.start + 1 });
  const links: (Wikilink | Destination)[] = [...scan.links, ...scan.paths];
  for (const link of links.sort((a, b) => a.start - b.start)) {
    const { start, end } = link;
    const isWikilink = "target" in link;
    // A picture in the label of a wikilink.
    if (start < (edits.at(-1)?.end ?? 0)) continue;
    const verdict = isWikilink ? judgeLink({ ...context, link }) : judgePath(link, context);
    const { markdown, findings, target, attachment } = verdict;
    if (attachment === "unpublished") linked.unpublishedFiles++;
    for (const fault of findings) found.push({ ...fault, start, end });
    if (markdown !== undefined) edits.push({ start, end, markdown, isWikilink });
    if (target !== undefined && target !== note) leadsTo.add(target);
    if (isWikilink) {
      if (target !== undefined) targets.push(target);
      if (findings.some(({ rule }) => rule === "broken-link")) linked.broken++;
      if (findings.some(({ rule }) => rule === "ambiguous-link")) linked.ambiguous++;
    } else {
      linked.markdownLinks++;
      if (target !== undefined) linked.markdownLinksToNotes++;
    }
  }
  found.sort((a, b) => a.start - b.start);
  const problems = toProblems(found, source, rules);
  return { ...linked, targets, leadsTo: [...leadsTo], markdown: applyEdits(body, edits), problems };
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

interface Edit extends Range {
  markdown: string;
  isWikilink: boolean;
}

/** @param edits in order; everything between them stays byte for byte */
function applyEdits(body: string, edits: readonly Edit[]): string {
  const hasDefinitions = body.includes("]:");
  let at = 0;
  let last = "";
  const pieces = edits.flatMap(({ start, end, markdown, isWikilink }) => {
    const between = body.slice(at, start);
    const guard = isWikilink ? separator(between || last, markdown, hasDefinitions) : "";
    last = guard + markdown;
    at = end;
    return [between, last];
  });
  return pieces.join("") + body.slice(at);
}

/** An empty comment: invisible, it separates what precedes it from what follows. */
const SEPARATOR = "<!---->";

/**
 * What to write between text and the link, or plain label, after it: usually nothing.
 * A `!` would make the link an image, a `]` in a body with definitions would make it a reference, and
 * after `](` or `]:` it would be a destination if it had no space.
 * @param before what precedes the link in its line, or the end of it
 */
function separator(before: string, written: string, hasDefinitions: boolean): string {
  const last = before.at(-1);
  const mayJoin = written.startsWith("[") && (last === "!" || (last === "]" && hasDefinitions));
  if (mayJoin) return isEscaped(before, before.length - 1) ? "" : SEPARATOR;
  return mayBeDestination(before) && !/\s/.test(written) ? SEPARATOR : "";
}

/** Whether a text ends where Markdown expects a destination. */
function mayBeDestination(before: string): boolean {
  let end = before.length;
  while (before[end - 1] === " " || before[end - 1] === "\t") end--;
  return before.startsWith("](", end - 2) || before.startsWith("]:", end - 2);
}

type PlacedFinding = LinkFinding & Range;

/**
 * Turns findings into problems, except those of rules that are off.
 * @param found in the order of their places
 */
function toProblems(
  found: readonly PlacedFinding[],
  { file, body, bodyLine }: LinkSource,
  { severities }: LinkRules,
): Problem[] {
  if (found.length === 0) return [];
  const starts = lineStarts(body);
  let line = 0;
  return found.flatMap(({ start, end, ...fault }) => {
    const severity = severities[fault.rule];
    if (severity === "off") return [];
    while (starts[line + 1]! <= start) line++;
    const place = { line: bodyLine + line, column: start - starts[line]! + 1, length: end - start };
    return { file, ...place, severity, ...fault };
  });
}
