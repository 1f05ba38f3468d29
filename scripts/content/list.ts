import { readdirSync } from "node:fs";
import { join } from "node:path";
import glob, { type Entry } from "fast-glob";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { ContentError } from "../problems/errors.ts";
import type { Finding } from "../problems/problems.ts";
import { folderOf, isNoteFile, lastPart, NOTE_EXTENSIONS } from "./paths.ts";

/** Maximum length of a pattern, and maximum number of patterns that one with braces stands for. */
const MAX_EXPANDED = 1000;
/** Maximum number of characters that a message shows of a pattern. */
const MAX_SHOWN = 100;
/** Maximum number of paths that a message names. */
const MAX_NAMED = 3;
const HIDDEN = /(?:^|\/)\./;

/**
 * Lists the files of a content folder: relative paths with `/`, sorted by code point. Hidden files and installed
 * packages are left out, and symbolic links are not followed.
 * @param ignore glob patterns of files and folders to leave out
 * @param extensions those of notes
 * @returns `files` are the Markdown files, `others` all others, `hidden` the number of hidden Markdown files;
 *   `findings` has one if something was not listed
 * @throws ContentError if the folder itself cannot be listed
 */
export function listNotes(
  contentDir: string,
  ignore: readonly string[],
  extensions = NOTE_EXTENSIONS,
) {
  if (!isListable(contentDir)) throw new ContentError(`${contentDir} is not a readable folder.`);
  const patterns = ignore.map((pattern) => pattern.replace(/^\.\/|\/$/g, "")).filter(Boolean);
  for (const pattern of patterns) checkPattern(pattern);
  const found = glob.sync("**/*", {
    cwd: contentDir,
    dot: true,
    ignore: ["**/node_modules/**", "**/.git/**", ...patterns],
    followSymbolicLinks: false,
    objectMode: true,
    onlyFiles: false,
    suppressErrors: true,
  });
  const entries = found.filter(({ path }) => !HIDDEN.test(path));
  const all = pathsOf(entries, "isFile");
  const isNote = (file: string) => isNoteFile(file, extensions);
  return {
    hidden: pathsOf(found, "isFile").filter((file) => HIDDEN.test(file) && isNote(file)).length,
    files: all.filter(isNote),
    others: all.filter((file) => !isNote(file)),
    findings: notListed(contentDir, entries),
  };
}

/** @throws ContentError if a pattern stands for too many: each pair of braces multiplies them */
function checkPattern(pattern: string): void {
  const [, ...choices] = pattern.split("{").map((part) => part.split(",").length);
  const count = choices.reduce((product, each) => product * each, 1);
  const isShort = count < MAX_EXPANDED && pattern.length < MAX_EXPANDED;
  if (isShort && !/\{[^}]*\.\./.test(pattern) && pattern !== "!") return;
  throw new ContentError(
    `The \`ignore\` pattern ${JSON.stringify(pattern.slice(0, MAX_SHOWN))} is not valid, too long, or stands for too many patterns with its braces. Write several simpler ones.`,
  );
}

function pathsOf(entries: readonly Entry[], kind: "isFile" | "isDirectory" | "isSymbolicLink") {
  const paths = entries.filter(({ dirent }) => dirent[kind]()).map(({ path }) => path);
  return paths.sort(compareCodePoints);
}

/** Reports the links that may lead to notes, and the folders that cannot be listed. */
function notListed(contentDir: string, entries: readonly Entry[]): Finding[] {
  const links = pathsOf(entries, "isSymbolicLink").filter(
    (path) => isNoteFile(path) || !lastPart(path).includes("."),
  );
  const full = new Set(entries.map(({ path }) => folderOf(path)));
  const folders = pathsOf(entries, "isDirectory").filter(
    // Glob patterns do not match what is in a folder with a line break in its name.
    (path) => !full.has(path) && (/[\n\r]/.test(path) || !isListable(join(contentDir, path))),
  );
  const skipped = [
    ...counted("Symbolic links are not followed", links),
    ...counted("Folders cannot be listed", folders),
  ];
  if (skipped.length === 0) return [];
  const message = `${skipped.join(" ")} Put the notes themselves here, or add these paths to \`ignore\`.`;
  return [{ file: ".", line: 1, column: 1, rule: "unreadable-file", message }];
}

function counted(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MAX_NAMED).map((path) => JSON.stringify(path));
  const more = paths.length > MAX_NAMED ? ", …" : "";
  return [`${what} (${paths.length}): ${named.join(", ")}${more}.`];
}

function isListable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
