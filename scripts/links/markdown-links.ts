import {
  ambiguousLink,
  LEFT_ALONE,
  type LinkFinding,
  type LinkRules,
  missingHeading,
  outsideContent,
  type Verdict,
} from "./findings.ts";
import { explainMissing } from "./judge.ts";
import type { Destination } from "./markdown.ts";
import { type Located, notePath } from "./name-index.ts";
import type { NoteNames } from "./names.ts";
import type { NamedAs } from "./neighbors.ts";
import { relativePath } from "./suggest.ts";
import { encodeDestination, percentDecode } from "./write.ts";

/**
 * Decides what a relative path in a Markdown link becomes: a route, if it leads to a note and the
 * rules ask for routes. A path with the extension of a note that leads to none is a problem; any other
 * path may be meant for another site.
 * @param note the number of the note that holds it
 */
export function judgePath(
  { start, end, isImage }: Destination,
  body: string,
  note: number,
  names: NoteNames,
  { markdownLinks }: LinkRules,
): Verdict {
  const written = body.slice(start, end).replace(/\\([!-/:-@[-`{-~])/g, "$1");
  const [encodedPath = "", ...fragments] = written.split("#");
  const path = percentDecode(encodedPath);
  if (isImage || path === "" || path.includes("?")) return LEFT_ALONE;
  const found = locate(path, note, names);
  const isNote = notePath(path) !== path;
  if (found === "outside" || found.length !== 1) {
    const isJudged = isNote && markdownLinks === "route";
    const rest = fragments.map((each) => `#${each}`).join("");
    if (!isJudged) return LEFT_ALONE;
    return { markdown: undefined, findings: [unresolved(path, rest, found, note, names)] };
  }
  const target = found[0]!;
  if (markdownLinks !== "route") return { ...LEFT_ALONE, target };
  return { ...routeTo(target, encodedPath, percentDecode(fragments.join("#")), names), target };
}

function routeTo(target: number, encodedPath: string, fragment: string, names: NoteNames): Verdict {
  const route = names.destination(target);
  if (fragment === "") return { markdown: route, findings: [] };
  const index = names.headings(target);
  const anchor = index.find([fragment]);
  if (anchor !== undefined) {
    return { markdown: `${route}#${encodeDestination(anchor)}`, findings: [] };
  }
  const respell = (_: readonly string[], anchor = "") =>
    `${encodedPath}#${encodeDestination(anchor)}`;
  const finding: LinkFinding = {
    rule: "missing-heading",
    describe: () => missingHeading(percentDecode(encodedPath), [fragment], index, respell),
  };
  return { markdown: route, findings: [finding] };
}

/** Finds the note at a path from the folder; then, if the path has the extension of a note, as a wikilink would. */
function locate(path: string, note: number, names: NoteNames): Located {
  const folder = names.index.folder(note);
  const exact = names.index.locatePath(path, folder);
  if (exact === "outside" || exact.length > 0 || notePath(path) === path) return exact;
  return names.index.locate(path, folder);
}

function unresolved(
  path: string,
  rest: string,
  found: Located,
  note: number,
  names: NoteNames,
): LinkFinding {
  const spell = (target: number) =>
    encodeDestination(relativePath(names.index.folder(note), names.index.notes[target]!.file));
  const respell = (named: NamedAs) => spell(named.note) + rest;
  if (found === "outside") return { rule: "outside-content", describe: () => outsideContent(path) };
  if (found.length > 0) {
    return {
      rule: "ambiguous-link",
      describe: () => ambiguousLink(path, found, spell, respell),
    };
  }
  return {
    rule: "broken-link",
    describe: () => explainMissing(path, rest, note, names, respell, notePath(path)),
  };
}
