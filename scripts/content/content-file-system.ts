import {
  type Dirent,
  lstat,
  lstatSync,
  readdir,
  readdirSync,
  realpathSync,
  type Stats,
  stat,
  statSync,
} from "node:fs";
import { dirname, relative, sep } from "node:path";
import type { Finding } from "../problems/problem-log.ts";

type Fault = Pick<Finding, "rule" | "message">;
type Callback<T> = (error: NodeJS.ErrnoException | null, result: T) => void;

const NOTE_OR_FOLDER = /(?:\.(?:md|markdown)|(?:^|\/)[^./]+)$/i;
/** A folder whose links multiply is not followed without end. */
const MOST_FOLLOWED = 10_000;

/**
 * The file system as far as a content folder reaches, for the walk over it: links that lead out of
 * it or around in it are not followed, and what cannot be listed is noted, not thrown.
 */
export class ContentFileSystem {
  /** The folder, free of symbolic links. */
  readonly root: string;
  /** What is wrong with a link or a folder, by its path relative to the root, with `/`. */
  readonly faults = new Map<string, Fault>();
  /** Paths of notes and folders whose names no pattern matches. */
  readonly brokenNames: string[] = [];
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

  readonly lstat = lstat;
  readonly lstatSync = lstatSync;
  readonly statSync = statSync;
  readonly readdirSync = readdirSync;

  /** Follows a link, or fails where it is not to be followed: the walk then takes it as it is. */
  readonly stat = (path: string, callback: Callback<Stats>): void => {
    const fault = this.#judgeLink(path);
    if (fault === undefined) stat(path, callback);
    else {
      if (fault !== "leave") this.faults.set(this.#inside(path), fault);
      callback(Object.assign(new Error("not followed"), { code: "ENOENT" }), lstatSync(path));
    }
  };

  readonly readdir = (
    path: string,
    ...rest: [{ withFileTypes: true }, Callback<Dirent[]>] | [Callback<string[]>]
  ): void => {
    // The walk asks for types wherever the platform knows them, which is everywhere.
    if (rest.length === 1) {
      readdir(path, rest[0]);
      return;
    }
    const [options, callback] = rest;
    readdir(path, options, (error, entries) => {
      if (error) this.faults.set(this.#inside(path), unlistable(path, error));
      else this.#noteBrokenNames(path, entries);
      callback(null, error ? [] : entries);
    });
  };

  #judgeLink(path: string): Fault | "leave" | undefined {
    const target = realPath(path);
    const inside = this.#inside(path);
    if (target === undefined) {
      // A dead picture is no note's trouble.
      return NOTE_OR_FOLDER.test(inside) ? linkFault("leads nowhere") : "leave";
    }
    if (!isInside(target, this.root)) {
      const isWanted = NOTE_OR_FOLDER.test(inside) || statSync(target).isDirectory();
      return isWanted ? linkFault("leads out of the content folder") : "leave";
    }
    if (this.#isAround(target, path)) return "leave";
    this.#followed++;
    return this.#followed > MOST_FOLLOWED ? linkFault("is one of too many") : undefined;
  }

  /** Whether one of the folders that lead to the link is the one it leads to, or lies in it. */
  #isAround(target: string, link: string): boolean {
    for (let folder = dirname(link); isInside(folder, this.root); folder = dirname(folder)) {
      if (isInside(realPath(folder) ?? folder, target)) return true;
    }
    return false;
  }

  #noteBrokenNames(path: string, entries: readonly Dirent[]): void {
    for (const entry of entries) {
      if (!/[\n\r]/.test(entry.name)) continue;
      if (!entry.isDirectory() && !/\.(?:md|markdown)$/i.test(entry.name)) continue;
      this.brokenNames.push(this.#inside(`${path}${sep}${entry.name}`));
    }
  }

  #inside(path: string): string {
    return relative(this.root, path).split(sep).join("/");
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function realPath(path: string): string | undefined {
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

function unlistable(path: string, error: NodeJS.ErrnoException): Fault {
  const message = path.includes("\ufffd")
    ? "The folder's name is not UTF-8. Rename it."
    : `The folder cannot be listed: ${error.message}.`;
  return { rule: "unreadable-file", message };
}
