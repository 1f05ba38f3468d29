import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Finding } from "../report/problems.ts";
import { isWithin } from "./is-within.ts";

type Fault = Pick<Finding, "rule" | "message">;

const NOTE_OR_FOLDER = /(?:\.(?:md|markdown)|(?:^|\/)[^./]+)$/i;
/** A folder whose links multiply is not followed without end. */
const MOST_FOLLOWED = 10_000;

/** Of an entry behind a link what the link leads to; `other` where it is not followed. */
export type EntryKind = "file" | "folder" | "other";

/**
 * The file system as far as a content folder reaches: links that lead out of it or around in it are
 * not followed, and what cannot be listed is noted, not thrown.
 */
export class ContentFileSystem {
  /** The folder, free of symbolic links. */
  readonly root: string;
  /** What is wrong with a link or a folder, by its path relative to the root, with `/`. */
  readonly faults = new Map<string, Fault>();
  readonly #links = new Map<string, Fault | "leave" | undefined>();
  #followed = 0;

  private constructor(root: string) {
    this.root = root;
  }

  /** Undefined where there is no such folder. */
  static open(contentDir: string): ContentFileSystem | undefined {
    try {
      const root = realpathSync(contentDir);
      readdirSync(root);
      return new ContentFileSystem(root);
    } catch {
      return undefined;
    }
  }

  /** @param folder relative to the root, with `/` */
  entries(folder: string): Dirent[] {
    return this.#list(join(this.root, folder));
  }

  /** @param path of the entry, relative to the root, with `/` */
  kindOf(path: string, entry: Dirent): EntryKind {
    if (entry.isDirectory()) return "folder";
    if (entry.isFile()) return "file";
    if (!entry.isSymbolicLink()) return "other";
    try {
      const stats = this.#stat(join(this.root, path));
      return stats.isDirectory() ? "folder" : stats.isFile() ? "file" : "other";
    } catch {
      return "other";
    }
  }

  /** What a matcher of patterns needs to walk over the folder. */
  get adapter() {
    const list = (path: string) => this.#list(path);
    function readdir(path: string, options: { withFileTypes: true }): Dirent[];
    function readdir(path: string): string[];
    function readdir(path: string, options?: object): Dirent[] | string[] {
      const entries = list(path);
      return options ? entries : entries.map(({ name }) => name);
    }
    return { lstatSync, statSync: (path: string) => this.#stat(path), readdirSync: readdir };
  }

  /** Follows a link. @throws Error where it is not to be followed, or leads nowhere */
  #stat(path: string): Stats {
    const fault = this.#judgeOnce(path);
    if (fault === undefined) return statSync(path);
    if (fault !== "leave") this.faults.set(this.#inside(path), fault);
    throw Object.assign(new Error("not followed"), { code: "ENOENT" });
  }

  #list(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.faults.set(this.#inside(folder), unlistable(folder, error as Error));
      return [];
    }
  }

  #judgeOnce(path: string): Fault | "leave" | undefined {
    if (!this.#links.has(path)) this.#links.set(path, this.#judge(path));
    return this.#links.get(path);
  }

  #judge(path: string): Fault | "leave" | undefined {
    const target = targetOf(path);
    const inside = this.#inside(path);
    if (target === undefined) {
      // A dead picture is no note's trouble.
      return NOTE_OR_FOLDER.test(inside) ? linkFault("leads nowhere") : "leave";
    }
    if (!isWithin(target, this.root)) {
      const isWanted = NOTE_OR_FOLDER.test(inside) || statSync(target).isDirectory();
      return isWanted ? linkFault("leads out of the content folder") : "leave";
    }
    if (this.#isAround(target, path)) return "leave";
    this.#followed++;
    return this.#followed > MOST_FOLLOWED ? linkFault("is one of too many") : undefined;
  }

  /** Whether one of the folders that lead to the link is the one it leads to, or lies in it. */
  #isAround(target: string, link: string): boolean {
    for (let folder = dirname(link); isWithin(folder, this.root); folder = dirname(folder)) {
      if (isWithin(targetOf(folder) ?? folder, target)) return true;
    }
    return false;
  }

  #inside(path: string): string {
    return relative(this.root, path).split(sep).join("/");
  }
}

/** Where a path leads through its symbolic links; undefined where that is nowhere. */
function targetOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
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
