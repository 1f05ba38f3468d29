import { readlinkSync, realpathSync } from "node:fs";
import nodePath, { basename, dirname, join, resolve } from "node:path";

/** The file at the root of a content folder that declares its collections. */
export const CONFIG_FILE = "collections.yaml";

/** The files of a content folder that say how its notes are read, hidden or not. */
export const SETTINGS_FILES: readonly string[] = [
  CONFIG_FILE,
  ".obsidian/templates.json",
  "logseq/config.edn",
];

/** The folder of a file, without a trailing slash; empty at the root. @param file a path with `/` */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/** The name of a file or folder: the part of its path after the last slash. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The extensions of Markdown that the build knows. */
export const EXTENSIONS = ["md", "markdown", "mdx"] as const;
/** The extensions of notes unless an owner names others. */
export const NOTE_EXTENSIONS: readonly Extension[] = ["md", "markdown"];
export type Extension = (typeof EXTENSIONS)[number];

const MARKDOWN_FILE = new RegExp(`\\.(${EXTENSIONS.join("|")})$`, "i");

/** Whether a file is a note, judged by its name or path. */
export function isNoteFile(name: string, extensions = NOTE_EXTENSIONS): boolean {
  const [, extension = ""] = MARKDOWN_FILE.exec(name) ?? [];
  return extensions.some((each) => each === extension.toLowerCase());
}

/** A path without an extension of Markdown: `terms/memory/heap.md` gives `terms/memory/heap`. */
export function withoutMarkdownExtension(file: string): string {
  return file.replace(MARKDOWN_FILE, "");
}

/**
 * Whether a path is a folder or inside it, judged by the two strings alone.
 * @param system the path syntax, default: that of this machine
 */
export function isWithin(path: string, folder: string, system: typeof nodePath.posix = nodePath) {
  const way = system.relative(folder, path);
  return way !== ".." && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way);
}

/** An absolute path with its symbolic links resolved, even if their targets do not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    // A Windows drive may be missing, and it has no parent.
    if ((error as NodeJS.ErrnoException).code === "ELOOP" || parent === path) return path;
    const folder = realPath(parent);
    try {
      return realPath(resolve(folder, readlinkSync(path)));
    } catch {
      // It is not a symbolic link.
      return join(folder, basename(path));
    }
  }
}
