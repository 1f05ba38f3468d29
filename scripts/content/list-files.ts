import glob from "fast-glob";
import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { Finding } from "../problems/problem-log.ts";
import { ContentError } from "./content-error.ts";
import { ContentFileSystem } from "./content-file-system.ts";

const NOTE = /\.(md|markdown)$/i;
/** Folders that tools keep their own files in, and the files macOS leaves beside others. */
const NEVER = ["**/.*/**", "**/node_modules/**", "**/._*"];

/**
 * The Markdown files of a content folder, relative to it, by code point.
 * Symbolic links are followed inside the folder and refused where they lead out of it. What cannot
 * be listed is among the findings.
 * @throws ContentError where the folder itself cannot be listed
 */
export async function listFiles(
  contentDir: string,
  ignore: readonly string[],
): Promise<{ files: string[]; findings: Finding[] }> {
  const disk = ContentFileSystem.open(contentDir);
  if (disk === undefined) throw new ContentError(`${contentDir} is no folder that can be read.`);
  const entries = await glob("**", {
    cwd: disk.root,
    dot: true,
    fs: disk,
    ignore: [...NEVER, ...ignore.map((pattern) => pattern.replace(/\/$/, ""))],
    objectMode: true,
    onlyFiles: false,
  });
  const files: string[] = [];
  const findings: Finding[] = [];
  for (const { path, dirent } of entries) {
    if (dirent.isFile() && NOTE.test(path)) files.push(path);
    const fault = dirent.isFile() ? undefined : disk.faults.get(path);
    if (fault) findings.push({ file: path, line: 1, column: 1, ...fault });
  }
  for (const path of disk.brokenNames) findings.push(brokenName(path));
  return { files: files.sort(compareCodePoints), findings };
}

/** No pattern matches a line break, so the list of files never holds such a name. */
function brokenName(path: string): Finding {
  const message = "The name holds a line break. Rename it.";
  return { file: path, line: 1, column: 1, rule: "unsafe-name", message };
}
