import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import glob, { type Entry } from "fast-glob";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { ContentError } from "../report/errors.ts";
import type { Finding } from "../report/problems.ts";
import { isNoteFile, isWithin, targetOf } from "./paths.ts";

/** Hidden folders, such as `.obsidian`, and packages that tools brought. */
const NEVER = ["**/.*/**", "**/node_modules/**"];
const NOTE_OR_FOLDER = /(?:\.(?:md|markdown)|(?:^|\/)[^./]+)$/i;
/** Line breaks, which no pattern matches. */
const BROKEN = /[\n\r]/;
/** Links that are followed at most: links to folders full of links multiply. */
const MOST_FOLLOWED = 10_000;

/**
 * The Markdown files of a content folder, relative to it, with `/`, by code point. Symbolic links
 * are followed inside the folder and refused where they lead out of it.
 * @param ignore glob patterns of files and folders that are left out
 * @returns `others` are the files that are no notes; `findings` name what cannot be listed
 * @throws ContentError where the folder itself cannot be listed
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
 * The file system as far as a content folder reaches, for a matcher of patterns: links that lead
 * out of it or around in it are not followed, and what cannot be listed is noted, not thrown.
 */
class ContentFolder {
  /** The folder, free of symbolic links. */
  readonly root: string;
  /** What is wrong with a link or a folder, by its path relative to the root, with `/`. */
  readonly faults = new Map<string, Fault>();
  #followed = 0;

  /** @throws ContentError where there is no such folder */
  constructor(contentDir: string) {
    try {
      this.root = realpathSync(contentDir);
      readdirSync(this.root);
    } catch {
      throw new ContentError(`${contentDir} is no folder that can be read.`);
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
      const message = "The name holds a line break. Rename it.";
      this.#report(join(folder, name), { rule: "unsafe-name", message });
    }
    return false;
  }

  /** Follows a link. @throws Error where it is not to be followed, or leads nowhere */
  #stat(path: string): Stats {
    const fault = this.#judge(path);
    if (fault === undefined) return statSync(path);
    if (fault !== "leave") this.#report(path, fault);
    throw Object.assign(new Error("not followed"), { code: "ENOENT" });
  }

  #judge(path: string): Fault | "leave" | undefined {
    const target = targetOf(path);
    const isNote = NOTE_OR_FOLDER.test(this.#inside(path));
    // A broken link to a picture concerns no note.
    if (target === undefined) return isNote ? linkFault("leads nowhere") : "leave";
    if (!isWithin(target, this.root)) {
      const isWanted = isNote || statSync(target).isDirectory();
      return isWanted ? linkFault("leads out of the content folder") : "leave";
    }
    if (this.#goesRound(path, target)) return "leave";
    this.#followed++;
    return this.#followed > MOST_FOLLOWED ? linkFault("is one of too many") : undefined;
  }

  /** Whether one of the folders that lead to a link is what it leads to, or lies in it. */
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
