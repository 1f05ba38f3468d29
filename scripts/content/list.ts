import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import glob, { type Entry } from "fast-glob";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { ContentError } from "../problems/errors.ts";
import type { Finding } from "../problems/problems.ts";
import { isNoteFile, isWithin, targetOf } from "./paths.ts";

/** Hidden folders, such as `.obsidian`, and installed packages. */
const NEVER = ["**/.*/**", "**/node_modules/**"];
const NOTE_OR_FOLDER = /(?:\.(?:md|markdown)|(?:^|\/)[^./]+)$/i;
/** Line breaks, which glob patterns do not match. */
const BROKEN = /[\n\r]/;
/** A limit, because links to folders full of links multiply. */
const MOST_FOLLOWED = 10_000;

/**
 * Lists the Markdown files of a content folder: relative paths with `/`, sorted by code point.
 * Symbolic links are followed inside the folder and refused if they lead out of it.
 * @param ignore glob patterns of files and folders to leave out
 * @returns `others` are the files that are not notes; `findings` report what cannot be listed
 * @throws ContentError if the folder itself cannot be listed
 */
export function listNotes(contentDir: string, ignore: readonly string[]) {
  const folder = new ContentFolder(contentDir);
  const patterns = ignore.map((pattern) => pattern.replace(/^\.\/|\/$/g, "")).filter(Boolean);
  const entries: Entry[] = glob.sync("**", {
    cwd: folder.root,
    dot: false,
    fs: folder.adapter,
    ignore: [...NEVER, ...patterns],
    objectMode: true,
    onlyFiles: false,
    suppressErrors: true,
  });
  const all = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
  const files = all.filter(isNoteFile);
  const found = new Set(entries.map(({ path }) => path));
  const findings = [...folder.faults].filter(
    ([path, { rule }]) => rule === "unsafe-name" || found.has(path),
  );
  return {
    files: files.sort(compareCodePoints),
    others: all.filter((file) => !isNoteFile(file)).sort(compareCodePoints),
    findings: findings.map(([path, fault]) => ({ file: path, line: 1, column: 1, ...fault })),
  };
}

type Fault = Pick<Finding, "rule" | "message">;

/**
 * The file system inside a content folder, for a glob matcher. Links that lead out of the folder or
 * form a cycle are not followed, and errors in listing a folder are collected instead of thrown.
 */
class ContentFolder {
  /** The folder's path without symbolic links. */
  readonly root: string;
  /** What is wrong with a link or a folder, by its path relative to the root, with `/`. */
  readonly faults = new Map<string, Fault>();
  #followed = 0;

  /** @throws ContentError if the folder does not exist or cannot be read */
  constructor(contentDir: string) {
    try {
      this.root = realpathSync(contentDir);
      readdirSync(this.root);
    } catch {
      throw new ContentError(`${contentDir} is not a readable folder.`);
    }
  }

  get adapter() {
    const list = (folder: string): Dirent[] => this.#list(folder);
    function readdir(path: string, options: { withFileTypes: true }): Dirent[];
    function readdir(path: string): string[];
    function readdir(path: string, options?: object): Dirent[] | string[] {
      return options ? list(path) : list(path).map(({ name }) => name);
    }
    return { lstatSync, statSync: (path: string) => this.#stat(path), readdirSync: readdir };
  }

  #list(folder: string): Dirent[] {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      return entries.filter((entry) => this.#isNamed(folder, entry));
    } catch (error) {
      this.#report(folder, unlistable(folder, error as Error));
      return [];
    }
  }

  #isNamed(folder: string, entry: Dirent): boolean {
    const { name } = entry;
    if (!BROKEN.test(name)) return true;
    if (!name.startsWith(".") && (entry.isDirectory() || isNoteFile(name))) {
      const message = "The name contains a line break. Rename it.";
      this.#report(join(folder, name), { rule: "unsafe-name", message });
    }
    return false;
  }

  /** Follows a link. @throws Error if it must not be followed or is broken */
  #stat(path: string): Stats {
    const fault = this.#judge(path);
    if (fault === undefined) return statSync(path);
    if (fault !== "leave") this.#report(path, fault);
    throw Object.assign(new Error("not followed"), { code: "ENOENT" });
  }

  #judge(path: string): Fault | "leave" | undefined {
    const target = targetOf(path);
    const isNote = NOTE_OR_FOLDER.test(this.#inside(path));
    // A broken link to a picture affects no note.
    if (target === undefined) return isNote ? linkFault("leads nowhere") : "leave";
    if (!isWithin(target, this.root)) {
      const isWanted = isNote || statSync(target).isDirectory();
      return isWanted ? linkFault("leads out of the content folder") : "leave";
    }
    if (this.#goesRound(path, target)) return "leave";
    this.#followed++;
    return this.#followed > MOST_FOLLOWED ? linkFault("is one of too many") : undefined;
  }

  /** Whether the target of a link contains the link, so that following it would never end. */
  #goesRound(path: string, target: string): boolean {
    for (let folder = dirname(path); isWithin(folder, this.root); folder = dirname(folder)) {
      if (isWithin(targetOf(folder) ?? folder, target)) return true;
    }
    return false;
  }

  #report(path: string, fault: Fault): void {
    this.faults.set(this.#inside(path), fault);
  }

  #inside(path: string): string {
    return relative(this.root, path).split(sep).join("/");
  }
}

function linkFault(fault: string): Fault {
  return {
    rule: "unreadable-file",
    message: `The symbolic link ${fault}. Put the note itself here, or list the link under \`ignore\`.`,
  };
}

function unlistable(path: string, error: Error): Fault {
  const message = path.includes("\ufffd")
    ? "The folder's name is not UTF-8. Rename it."
    : `The folder cannot be listed: ${error.message}.`;
  return { rule: "unreadable-file", message };
}
