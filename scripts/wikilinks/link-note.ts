import type { Problem } from "../report/problems.ts";
import { judgeLink, type Verdict } from "./judge-link.ts";
import type { LinkFinding } from "./link-finding.ts";
import type { LinkRules } from "./link-rules.ts";
import { PlaceFinder } from "./place-finder.ts";
import type { Resolver } from "./resolver.ts";
import type { MarkdownScan } from "./scan.ts";
import { separator } from "./separator.ts";
import type { Wikilink } from "./wikilink.ts";

/** A note whose links are to be written. */
export interface LinkSource {
  /** The number of the note itself, one of those the resolver knows. */
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
  /** The numbers of the notes it links to, once for each link, itself included. */
  targets: number[];
  /** Links that lead to no note, and to more than one, whatever the rules say. */
  broken: number;
  ambiguous: number;
}

/** Replaces the wikilinks of one note's body by Markdown links, or says what is wrong. */
export function linkNote(source: LinkSource, resolver: Resolver, rules: LinkRules): LinkedNote {
  const { note, file, body, bodyLine, scan } = source;
  const places = new PlaceFinder(body, bodyLine);
  const linked: LinkedNote = { markdown: "", problems: [], targets: [], broken: 0, ambiguous: 0 };
  const hasDefinitions = body.includes("]:");
  const pieces: string[] = [];
  let at = 0;
  let written = "";
  for (const link of scan.links) {
    const verdict = judgeLink({ link, body }, note, resolver, rules);
    count(verdict, linked);
    for (const finding of verdict.findings) {
      const severity = rules.severities[finding.rule];
      if (severity === "off") continue;
      linked.problems.push(toProblem(finding, link, file, severity, places));
    }
    if (verdict.markdown === undefined) continue;
    const between = body.slice(at, link.start);
    const before = between === "" ? written : between;
    written = verdict.markdown;
    written = separator(before, written, hasDefinitions) + written;
    pieces.push(between, written);
    at = link.end;
  }
  pieces.push(body.slice(at));
  linked.markdown = pieces.join("");
  return linked;
}

function count({ target, findings }: Verdict, linked: LinkedNote): void {
  if (target !== undefined) linked.targets.push(target);
  if (findings.some(({ rule }) => rule === "broken-link")) linked.broken++;
  if (findings.some(({ rule }) => rule === "ambiguous-link")) linked.ambiguous++;
}

function toProblem(
  finding: LinkFinding,
  link: Wikilink,
  file: string,
  severity: Problem["severity"],
  places: PlaceFinder,
): Problem {
  return {
    file,
    ...places.find(link.start),
    length: link.end - link.start,
    severity,
    ...finding,
  };
}
