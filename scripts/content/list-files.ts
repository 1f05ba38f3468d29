import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import glob, { type Entry } from "fast-glob";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Diagnostic } from "../diagnostics/diagnostics.ts";
import { ContentError } from "../diagnostics/errors.ts";
import { folderOf, isNoteFile, lastPart, NOTE_EXTENSIONS } from "./paths.ts";

/** UTF-16 units of a pattern. */
const MAX_PATTERN = 500;
/** Wildcards and groups of a pattern. */
const MAX_WILDCARDS = 20;
/** Stars between two slashes: the time that a name takes grows with its length to the power of their number. */
const MAX_STARS = 4;
/** The patterns that a pattern with braces expands to. */
const MAX_EXPANDED = 1000;
/** Maximum number of characters that a message shows of a pattern. */
const MAX_SHOWN = 100;
/** Maximum number of paths that a message names. */
const MAX_NAMED = 3;
const HIDDEN = /(?:^|\/)\./;
/** Logseq keeps its settings there, and old versions of pages. */
const LOGSEQ = /^logseq\//;

/** The files of a content folder: relative paths with `/`, sorted by code point. */
export interface Listing {
  /** The Markdown files. */
  files: readonly string[];
  /** All other files. */
  others: readonly string[];
  /** Number of hidden Markdown files, which are left out. */
  hidden: number;
  /** Has one if something was not listed. */
  diagnostics: readonly Diagnostic[];
}

/**
 * Lists the files of a content folder. Hidden files and installed packages are left out, and symbolic links are not
 * followed.
 * @param ignore glob patterns of files and folders to leave out
 * @param extensions those of notes
 * @param isLogseq whether the folder is a Logseq graph, whose own folder counts as hidden
 * @throws ContentError if the folder itself cannot be listed
 */
export function listNotes(
  contentDir: string,
  ignore: readonly string[],
  extensions = NOTE_EXTENSIONS,
  isLogseq = false,
): Listing {
  if (!isListable(contentDir)) throw new ContentError(`${contentDir} is not a readable folder.`);
  const tree = find("**/*", contentDir, ignore);
  const entries = tree.filter(({ path }) => !isHidden(path, isLogseq));
  const isNote = (file: string) => isNoteFile(file, extensions);
  const all = pathsOf(entries, "isFile");
  const hidden = pathsOf(tree, "isFile").filter((file) => isHidden(file, isLogseq) && isNote(file));
  return {
    hidden: hidden.length,
    files: all.filter(isNote),
    others: all.filter((file) => !isNote(file)),
    diagnostics: notListed(contentDir, entries),
  };
}

/**
 * Amends a listing, which takes less time than to list all folders again.
 * @param changed all paths that changed since the folder was listed
 * @returns the same object if no file was added or removed; undefined if a folder may have been
 */
export function amendListing(
  listing: Listing,
  changed: ReadonlySet<string>,
  contentDir: string,
  ignore: readonly string[],
  extensions = NOTE_EXTENSIONS,
  isLogseq = false,
): Listing | undefined {
  const paths = [...listing.files, ...listing.others];
  // Some macOS disks and their watchers return names in different Unicode forms.
  const known = new Map(paths.map((path) => [path.normalize("NFC"), path]));
  const folders = new Set(paths.map(folderOf)).add("");
  const removed = new Set<string>();
  const added: string[] = [];
  for (const path of changed) {
    const before = known.get(path.normalize("NFC"));
    const stats = lstatSync(join(contentDir, path), { throwIfNoEntry: false });
    if (isHidden(path, isLogseq) || (stats?.isFile() && before)) continue;
    if (before) removed.add(before);
    if (stats?.isFile() && folders.has(folderOf(path))) {
      added.push(...find(glob.escapePath(path), contentDir, ignore).map((entry) => entry.path));
    } else if (stats || paths.some((each) => each.startsWith(`${path}/`))) return undefined;
  }
  if (added.length + removed.size === 0) return listing;
  const isNote = (file: string) => isNoteFile(file, extensions);
  const amend = (files: readonly string[], more: readonly string[]) =>
    [...files.filter((file) => !removed.has(file)), ...more].sort(compareCodePoints);
  return {
    ...listing,
    files: amend(listing.files, added.filter(isNote)),
    others: amend(
      listing.others,
      added.filter((file) => !isNote(file)),
    ),
  };
}

/** The entries that a pattern matches and `ignore` does not. */
function find(pattern: string, contentDir: string, ignore: readonly string[]): Entry[] {
  const patterns = ignore.map((each) => each.replace(/^\.?\/|\/$/g, "")).filter(Boolean);
  for (const each of patterns) checkPattern(each);
  return glob.sync(pattern, {
    cwd: contentDir,
    dot: true,
    ignore: ["**/node_modules/**", "**/.git/**", ...patterns],
    followSymbolicLinks: false,
    objectMode: true,
    onlyFiles: false,
    suppressErrors: true,
  });
}

function isHidden(path: string, isLogseq: boolean): boolean {
  return HIDDEN.test(path) || (isLogseq && LOGSEQ.test(path));
}

/** @throws ContentError if a pattern is not valid, or would take too long to match */
function checkPattern(pattern: string): void {
  const reason = patternFault(pattern);
  if (reason === undefined) return;
  const start = JSON.stringify(pattern.slice(0, MAX_SHOWN));
  throw new ContentError(`The \`ignore\` pattern ${start} ${reason}. Write several simpler ones.`);
}

function patternFault(pattern: string): string | undefined {
  if (pattern === "!") return "is not valid";
  if (pattern.length > MAX_PATTERN) return `is longer than ${MAX_PATTERN} characters`;
  if (countOf(/[@!?+*]?\(|\*+|[?[{]/g, pattern) > MAX_WILDCARDS)
    return `has more than ${MAX_WILDCARDS} wildcards and groups`;
  if (pattern.split("/").some((part) => countOf(/\*+/g, part) > MAX_STARS))
    return `has more than ${MAX_STARS} stars between two slashes`;
  // Each pair of braces multiplies the number of patterns.
  const [, ...choices] = pattern.split("{").map((part) => part.split(",").length);
  const count = choices.reduce((product, each) => product * each, 1);
  return count >= MAX_EXPANDED || /\{[^}]*\.\./.test(pattern)
    ? "expands to too many patterns because of its braces"
    : undefined;
}

function countOf(sign: RegExp, text: string): number {
  return text.match(sign)?.length ?? 0;
}

function pathsOf(entries: readonly Entry[], kind: "isFile" | "isDirectory" | "isSymbolicLink") {
  const paths = entries.filter(({ dirent }) => dirent[kind]()).map(({ path }) => path);
  return paths.sort(compareCodePoints);
}

/** Reports the symbolic links that may be links to notes, and the folders that cannot be listed. */
function notListed(contentDir: string, entries: readonly Entry[]): Diagnostic[] {
  const links = pathsOf(entries, "isSymbolicLink").filter(
    (path) => isNoteFile(path) || !lastPart(path).includes("."),
  );
  const full = new Set(entries.map(({ path }) => folderOf(path)));
  const folders = pathsOf(entries, "isDirectory").filter(
    // Glob patterns do not match what is in a folder with a line break in its name.
    (path) => !full.has(path) && (/[\n\r]/.test(path) || !isListable(join(contentDir, path))),
  );
  const parts = [
    ...counted("Symbolic links are not followed", links),
    ...counted("Folders cannot be listed", folders),
  ];
  if (parts.length === 0) return [];
  const message = `${parts.join(" ")} Put the notes themselves here, or add these paths to \`ignore\`.`;
  return [{ file: ".", line: 1, column: 1, rule: "unreadable-file", message }];
}

function counted(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const examples = paths.slice(0, MAX_NAMED).map((path) => JSON.stringify(path));
  const more = paths.length > MAX_NAMED ? ", …" : "";
  return [`${what} (${paths.length}): ${examples.join(", ")}${more}.`];
}

function isListable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
