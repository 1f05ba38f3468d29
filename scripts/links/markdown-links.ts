import { posix } from "node:path";
import { withoutMarkdownExtension } from "../content/paths.ts";
import { encodeDestination, percentDecode } from "../markdown/escape.ts";
import type { LinkedHeading } from "../markdown/headings.ts";
import type { Destination } from "../markdown/structure.ts";
import { judgeFilePath } from "./attachments.ts";
import {
  ambiguousLink,
  brokenLink,
  LEFT_ALONE,
  type LinkContext,
  type LinkFinding,
  missingHeading,
  outsideContent,
  type Verdict,
} from "./findings.ts";
import type { Located } from "./name-index.ts";

/**
 * Decides what a relative path in a Markdown link becomes: a route, if it leads to a note and the
 * rules ask for routes. A path with the extension of a note that leads to no note is a problem; any
 * other path may be meant for another site.
 */
export function judgePath({ start, end, isImage }: Destination, context: LinkContext): Verdict {
  const { body, rules } = context;
  const destination = body.slice(start, end).replace(/\\([!-/:-@[-`{-~])/g, "$1");
  const [encodedPath = "", ...fragments] = destination.split("#");
  const path = percentDecode(encodedPath);
  const rest = fragments.map((each) => `#${each}`).join("");
  if (path === "" || path.includes("?")) return LEFT_ALONE;
  if (isImage) return judgeFilePath(path, rest, context) ?? LEFT_ALONE;
  const isRouted = rules.markdownLinks === "route";
  const found = locate(path, context);
  if (found !== "outside" && found.length === 1) {
    const target = found[0]!;
    if (!isRouted) return { ...LEFT_ALONE, target };
    return routeTo(target, encodedPath, percentDecode(fragments.join("#")), context);
  }
  const atRoute = context.names.atRoute(path);
  if (atRoute !== undefined) return { ...LEFT_ALONE, target: atRoute };
  const attachment = judgeFilePath(path, rest, context);
  if (attachment) return attachment;
  if (!isRouted || withoutMarkdownExtension(path) === path) return LEFT_ALONE;
  return { markdown: undefined, findings: [unresolved(path, rest, found, context)] };
}

function routeTo(target: number, encodedPath: string, fragment: string, { names }: LinkContext) {
  const route = names.destination(target);
  if (fragment === "") return { markdown: route, findings: [], target };
  const index = names.headings(target);
  const anchor = index.find([fragment]);
  if (anchor !== undefined) {
    return { markdown: `${route}#${encodeDestination(anchor)}`, findings: [], target };
  }
  const respell = ({ anchor }: LinkedHeading) => `${encodedPath}#${encodeDestination(anchor)}`;
  const missing = missingHeading(percentDecode(encodedPath), [fragment], index, respell);
  return { markdown: route, findings: [missing], target };
}

/** Finds the note at a path from the folder; then, if the path has the extension of a note, as a wikilink would. */
function locate(path: string, { note, names }: LinkContext): Located {
  const folder = names.index.folder(note);
  const exact = names.index.locatePath(path, folder);
  if (exact === "outside" || exact.length > 0 || withoutMarkdownExtension(path) === path)
    return exact;
  return names.index.locate(path, folder);
}

function unresolved(path: string, rest: string, found: Located, context: LinkContext): LinkFinding {
  const { index } = context.names;
  const respell = (note: number) =>
    encodeDestination(relativePath(index.folder(context.note), index.notes[note]!.file)) + rest;
  if (found === "outside") return outsideContent(path);
  if (found.length > 0) return ambiguousLink(path, found, respell);
  return brokenLink(path, context, ({ note }) => respell(note));
}

/** The path of a file as seen from a folder: `./x`, `../x`. */
function relativePath(folder: string, path: string): string {
  const way = posix.relative(`/${folder}`, `/${path}`);
  return way.startsWith("../") ? way : `./${way}`;
}
