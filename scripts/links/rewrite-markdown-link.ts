import { posix } from "node:path";
import { withoutMarkdownExtension } from "../content/paths.ts";
import type { DiagnosticMessage } from "../diagnostics/diagnostics.ts";
import { encodeDestination, percentDecode } from "../markdown/escape.ts";
import { type Destination, SHORTCODE } from "../markdown/structure.ts";
import { rewriteFilePath } from "./attachments.ts";
import type { LinkedHeading } from "./heading-index.ts";
import {
  ambiguousLink,
  brokenLink,
  type LinkContext,
  missingHeading,
  outsideContent,
  type Rewrite,
  UNCHANGED,
} from "./link-diagnostics.ts";
import type { Matches } from "./name-index.ts";

/**
 * Decides what a relative path in a Markdown link becomes: a route, if it is the path of a note and the
 * rules ask for routes. A path with the extension of a note, but without a note, is a problem; any other path may be
 * meant for another site.
 */
export function rewritePath({ start, end, isImage }: Destination, context: LinkContext): Rewrite {
  const { body, rules } = context;
  const source = body.slice(start, end);
  const [, ref, link, heading = ""] = SHORTCODE.exec(source) ?? [];
  if (ref !== undefined)
    return rewriteShortcode(ref.replace(/^["`]|["`]$/g, "") + heading, context);
  // The paths in Jekyll's tags begin at the root.
  const written = link === undefined ? source : posix.join("/", link) + heading;
  const destination = written.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  const [encodedPath = "", ...fragments] = destination.split("#");
  const path = percentDecode(encodedPath);
  const rest = fragments.map((each) => `#${each}`).join("");
  if (path === "" || encodedPath.includes("?")) return UNCHANGED;
  if (isImage) return rewriteFilePath(path, rest, context) ?? UNCHANGED;
  const isRouted = rules.markdownLinks === "route";
  const matches = locate(path, context);
  if (matches !== "outside" && matches.length === 1) {
    const target = matches[0]!;
    if (!isRouted) return { ...UNCHANGED, target };
    return routeTo(target, encodedPath, percentDecode(fragments.join("#")), context);
  }
  const atRoute = context.names.atRoute(path);
  if (atRoute !== undefined) return { ...UNCHANGED, target: atRoute };
  const attachment = rewriteFilePath(path, rest, context);
  if (attachment) return attachment;
  if (!isRouted || withoutMarkdownExtension(path) === path) return UNCHANGED;
  return { markdown: undefined, diagnostics: [unresolved(path, rest, matches, context)] };
}

/** Decides what becomes of a link by Hugo's `ref` or `relref`. @param destination between its quotes, and the heading after it */
function rewriteShortcode(destination: string, context: LinkContext): Rewrite {
  const { note, names, rules } = context;
  const [path = "", fragment = ""] = destination.split(/#(.*)/s);
  const matches = path === "" ? [note] : locateShortcode(path, names.index.folder(note), context);
  const isRouted = rules.markdownLinks === "route";
  if (matches !== "outside" && matches.length === 1) {
    const target = matches[0]!;
    return isRouted ? routeTo(target, path, fragment, context) : { ...UNCHANGED, target };
  }
  if (!isRouted) return UNCHANGED;
  const rest = fragment === "" ? "" : `#${fragment}`;
  return { markdown: undefined, diagnostics: [unresolved(path, rest, matches, context)] };
}

/** Finds the note at a path from the folder, else the one whose path, or whose folder's path, ends so, as Hugo does. */
function locateShortcode(
  path: string,
  folder: string,
  { names: { index } }: Pick<LinkContext, "names">,
): Matches {
  const exact = index.locatePath(path, folder);
  const isFound = exact !== "outside" && exact.length > 0;
  return isFound ? exact : index.locateEnd(path.replace(/^[./]+/, ""), folder);
}

function routeTo(target: number, encodedPath: string, fragment: string, { names }: LinkContext) {
  const route = names.destination(target);
  if (fragment === "") return { markdown: route, diagnostics: [], target };
  const index = names.headings(target);
  const anchor = index.find([fragment]);
  if (anchor !== undefined) {
    return { markdown: `${route}#${encodeDestination(anchor)}`, diagnostics: [], target };
  }
  const respell = ({ anchor }: LinkedHeading) => `${encodedPath}#${encodeDestination(anchor)}`;
  const missing = missingHeading(percentDecode(encodedPath), [fragment], index, respell);
  return { markdown: route, diagnostics: [missing], target };
}

/** Finds the note at a path from the folder, or that of a page; then, if it has the extension of a note, as a wikilink would. */
function locate(path: string, { note, names }: LinkContext): Matches {
  const folder = names.index.folder(note);
  const exact = names.index.locatePath(path, folder);
  if (exact === "outside" || exact.length > 0) return exact;
  if (path.endsWith(".html")) {
    // The page that Jekyll and others make of a note, unless there is a file of this name.
    const isFile =
      names.findLeftOut(path, note)?.file === posix.resolve("/", folder, path).slice(1);
    return isFile ? exact : names.index.locatePath(path.replace(/html$/, "md"), folder);
  }
  if (withoutMarkdownExtension(path) === path) return exact;
  // In Zola, `@/` is the content folder, which may be below that of the notes.
  const internal = /^@(\/.*)/s.exec(path)?.[1];
  if (internal !== undefined) return locateShortcode(internal, folder, { names });
  return names.index.locate(path, folder);
}

function unresolved(
  path: string,
  rest: string,
  matches: Matches,
  context: LinkContext,
): DiagnosticMessage {
  const { index } = context.names;
  const respell = (note: number) =>
    encodeDestination(relativePath(index.folder(context.note), index.notes[note]!.file)) + rest;
  if (matches === "outside") return outsideContent(path);
  if (matches.length > 0) return ambiguousLink(path, matches, respell);
  return brokenLink(path, context, ({ note }) => respell(note));
}

/** The path of a file as seen from a folder: `./x`, `../x`. */
function relativePath(folder: string, path: string): string {
  const way = posix.relative(`/${folder}`, `/${path}`);
  return way.startsWith("../") ? way : `./${way}`;
}
