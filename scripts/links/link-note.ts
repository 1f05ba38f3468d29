import type { Place } from "../content/place.ts";
import { lineStarts, MOST_KEPT, type Problem } from "../report/problems.ts";
import type { Wikilink } from "./find.ts";
import type { LinkFinding, LinkRuleName, LinkRules } from "./findings.ts";
import { judgeLink } from "./judge.ts";
import type { Destination } from "./markdown.ts";
import { judgePath } from "./markdown-links.ts";
import type { NoteNames } from "./names.ts";
import type { MarkdownScan } from "./scan.ts";
import { separator } from "./write.ts";

/** A note whose links are to be written. */
export interface LinkSource {
  /** The number of the note itself, one of those that the names know. */
  note: number;
  file: string;
  /** Its Markdown after the front matter. */
  body: string;
  /** Line of the file at which the body begins, from 1. */
  bodyLine: number;
  /** What `scanMarkdown` says of the body. */
  scan: MarkdownScan;
}

export interface LinkedNote {
  /** The body, byte for byte, but for its wikilinks. */
  markdown: string;
  /** In the order of their places. Rules that are off say nothing. */
  problems: Problem[];
  /** The numbers of the notes it links to, once for each wikilink, itself included. */
  targets: number[];
  /** Wikilinks that lead to no note, and to more than one, whatever the rules say. */
  broken: number;
  ambiguous: number;
  /** Markdown links and images with a relative path, and those of them that lead to a note. */
  paths: number;
  notePaths: number;
}

/** Replaces the wikilinks of one note's body by Markdown links, or says what is wrong. */
export function linkNote(source: LinkSource, names: NoteNames, rules: LinkRules): LinkedNote {
  const { note, body, scan } = source;
  const log = new NoteProblems(source, rules);
  const writer = new BodyWriter(body);
  const linked = { targets: [] as number[], broken: 0, ambiguous: 0, paths: 0, notePaths: 0 };
  if (scan.unread !== undefined) log.add(UNREAD, { start: scan.unread, end: scan.unread + 1 });
  for (const link of linksOf(scan)) {
    if ("target" in link) {
      const verdict = judgeLink({ link, body }, note, names, rules);
      writer.replaceLink(link, verdict.markdown);
      for (const finding of verdict.findings) log.add(finding, link);
      if (verdict.target !== undefined) linked.targets.push(verdict.target);
      if (verdict.findings.some(({ rule }) => rule === "broken-link")) linked.broken++;
      if (verdict.findings.some(({ rule }) => rule === "ambiguous-link")) linked.ambiguous++;
    } else if (!writer.isPartOfLink(link)) {
      const verdict = judgePath(link, body, note, names, rules);
      writer.replace(link, verdict.markdown);
      for (const finding of verdict.findings) log.add(finding, link);
      linked.paths++;
      if (verdict.target !== undefined) linked.notePaths++;
    }
  }
  return { ...linked, markdown: writer.finish(), problems: log.finish() };
}

/** The wikilinks and the destinations of Markdown links, in order. */
function linksOf({ links, paths }: MarkdownScan): readonly (Wikilink | Destination)[] {
  return paths.length === 0 ? links : [...links, ...paths].sort((a, b) => a.start - b.start);
}

const UNREAD: LinkFinding = {
  rule: "unread-links",
  describe: () => ({
    message:
      "The links of this note are not read: what begins here would take too long to parse. Nest lists and quotes at most 200 deep, and split a paragraph of more than 10,000 stars, underscores and ampersands.",
    suggestions: [],
  }),
};

interface Range {
  start: number;
  end: number;
}

/** Puts texts in place of ranges of a body, in their order; all else stays to the byte. */
class BodyWriter {
  readonly #body: string;
  readonly #hasDefinitions: boolean;
  readonly #pieces: string[] = [];
  #at = 0;
  /** What was written last, where nothing of the body stands behind it. */
  #last = "";
  #linkEnd = -1;

  constructor(body: string) {
    this.#body = body;
    this.#hasDefinitions = body.includes("]:");
  }

  /** @param markdown undefined leaves the link as it stands */
  replaceLink({ start, end }: Range, markdown: string | undefined): void {
    if (markdown === undefined) return;
    const between = this.#body.slice(this.#at, start);
    const before = between === "" ? this.#last : between;
    this.replace({ start, end }, separator(before, markdown, this.#hasDefinitions) + markdown);
    this.#linkEnd = end;
  }

  /** @param markdown undefined leaves the range as it stands */
  replace({ start, end }: Range, markdown: string | undefined): void {
    if (markdown === undefined) return;
    this.#pieces.push(this.#body.slice(this.#at, start), markdown);
    this.#last = markdown;
    this.#at = end;
  }

  /** Whether a range is in a wikilink that was written, or in the parenthesis behind it: `[[x]](y)`. */
  isPartOfLink({ start }: Range): boolean {
    if (start < this.#at) return true;
    return this.#linkEnd !== -1 && /^\(\s*<?$/.test(this.#body.slice(this.#linkEnd, start));
  }

  finish(): string {
    this.#pieces.push(this.#body.slice(this.#at));
    return this.#pieces.join("");
  }
}

/** Gathers the problems of one note, in the order of their places. */
class NoteProblems {
  readonly #source: LinkSource;
  readonly #severities: LinkRules["severities"];
  readonly #problems: Problem[] = [];
  /** How many there are of each rule. */
  readonly #counts = new Map<LinkRuleName, number>();
  #lineStarts: readonly number[] | undefined;
  /** The line of the body that the last problem stands in, from 0. */
  #line = 0;

  constructor(source: LinkSource, { severities }: LinkRules) {
    this.#source = source;
    this.#severities = severities;
  }

  /** @param range not before that of the last finding */
  add({ rule, describe }: LinkFinding, { start, end }: Range): void {
    const severity = this.#severities[rule];
    if (severity === "off") return;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count > MOST_KEPT) return;
    const { file } = this.#source;
    const place = { file, ...this.#placeAt(start), length: end - start };
    this.#problems.push({ ...place, severity, rule, ...describe() });
  }

  #placeAt(offset: number): Place {
    this.#lineStarts ??= lineStarts(this.#source.body);
    const starts = this.#lineStarts;
    while (starts[this.#line + 1]! <= offset) this.#line++;
    const line = this.#source.bodyLine + this.#line;
    return { line, column: offset - starts[this.#line]! + 1 };
  }

  /** All problems; of a rule with very many the first, and one that counts the others. */
  finish(): Problem[] {
    for (const [rule, all] of this.#counts) {
      const count = all - MOST_KEPT;
      if (count <= 0) continue;
      const last = this.#problems.findLast((problem) => problem.rule === rule)!;
      this.#problems.push({ ...last, message: "", suggestions: [], count });
    }
    return this.#problems;
  }
}
