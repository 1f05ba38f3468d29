import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { ContentError } from "../report/errors.ts";
import type { Finding } from "../report/problems.ts";
import { ContentFileSystem } from "./content-file-system.ts";
import { isNoteFile } from "./is-note-file.ts";
import { lastPart } from "./last-part.ts";

/** Folders that tools keep their own files in, and the files macOS leaves beside others. */
const NEVER = ["**/.*/**", "**/node_modules/**", "**/._*"];
/** No pattern matches such a name. */
const BROKEN = /[\n\r]/;

/**
 * The Markdown files of a content folder, relative to it, by code point.
 * Symbolic links are followed inside the folder and refused where they lead out of it. What cannot
 * be listed is among the findings.
 * @param ignore patterns of files and folders that are left out
 * @param found hears after each folder how many files were found so far
 * @throws ContentError where the folder itself cannot be listed
 */
export async function listFiles(
  contentDir: string,
  ignore: readonly string[],
  found?: (files: number) => void,
): Promise<{ files: string[]; findings: Finding[] }> {
  const disk = ContentFileSystem.open(contentDir);
  if (disk === undefined) throw new ContentError(`${contentDir} is no folder that can be read.`);
  const ignored = await matching(disk, ignore);
  const files: string[] = [];
  const findings: Finding[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of disk.entries(folder)) {
      const path = folder + entry.name;
      const kind = disk.kindOf(path, entry);
      const unwanted = kind === "folder" ? ignored.folders : ignored.others;
      if (unwanted.size > 0 && unwanted.has(path)) continue;
      const isNote = kind !== "folder" && isNoteFile(entry.name);
      const isKept = kind === "folder" ? !isOfTools(entry.name) : !entry.name.startsWith("._");
      if (BROKEN.test(entry.name)) {
        if (kind === "folder" || isNote) findings.push(brokenName(path));
      } else if (isKept) {
        if (kind === "folder") folders.push(`${path}/`);
        else if (isNote && kind === "file") files.push(path);
        else if (kind === "other") addFault(disk, path, findings);
      }
    }
    found?.(files.length);
    if (folder !== "") addFault(disk, folder.slice(0, -1), findings);
  }
  return { files: sorted(files), findings };
}

function isOfTools(folder: string): boolean {
  return folder.startsWith(".") || folder === "node_modules";
}

/** What the patterns match: folders that are left out with all that is in them, and all else. */
async function matching(
  disk: ContentFileSystem,
  patterns: readonly string[],
): Promise<{ folders: Set<string>; others: Set<string> }> {
  const own = patterns
    .map((pattern) => pattern.replace(/^\.\/|\/$/g, ""))
    .filter((pattern) => pattern !== "");
  if (own.length === 0) return { folders: new Set(), others: new Set() };
  // Loaded here: most folders ignore nothing, and a build with nothing to do is mostly loading.
  const { default: glob } = await import("fast-glob");
  const common = { cwd: disk.root, dot: true, fs: disk.adapter, ignore: NEVER, onlyFiles: false };
  const whole = own.filter(
    (pattern) => /\/\*\*$/.test(pattern) || !glob.isDynamicPattern(lastPart(pattern)),
  );
  return {
    folders: new Set(glob.sync(whole, { ...common, onlyDirectories: true })),
    // A link that leads nowhere is found by none but its own name.
    others: new Set([...own, ...glob.sync(own, common)]),
  };
}

function addFault(disk: ContentFileSystem, path: string, findings: Finding[]): void {
  const fault = disk.faults.get(path);
  if (fault) findings.push({ file: path, line: 1, column: 1, ...fault });
}

/** The order of UTF-16 units is that of code points, and faster, but for characters above U+D7FF. */
function sorted(paths: string[]): string[] {
  return paths.some((path) => /[\ud800-\uffff]/.test(path))
    ? paths.sort(compareCodePoints)
    : paths.sort();
}

function brokenName(path: string): Finding {
  const message = "The name holds a line break. Rename it.";
  return { file: path, line: 1, column: 1, rule: "unsafe-name", message };
}
