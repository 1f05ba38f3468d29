import { fileStamp } from "../content/file-stamp.ts";
import { isNoteFile } from "../content/is-note-file.ts";
import { StampColumn } from "../content/stamp-column.ts";
import { statsOf } from "../content/stats-of.ts";
import type { LastBuild } from "./last-build.ts";
import type { Survey } from "./survey.ts";

/**
 * How content and output lie on the disk, where only some files may have changed since the last build.
 * @param touched relative to the content folder, with `/`
 * @returns undefined where a note or a folder came or went: then all has to be looked at
 */
export function surveyTouched(
  contentDir: string,
  touched: ReadonlySet<string>,
  { files, stampedAt, listingFindings }: LastBuild,
): Survey | undefined {
  const { paths, stamps: before } = files.seen;
  const inodes = new Set<number>();
  for (const file of touched) {
    const known = paths.indexOf(file);
    if (known !== -1 && fileStamp(`${contentDir}/${file}`)) {
      inodes.add(before.at(known)?.ino ?? NaN);
    } else if (known !== -1 || mayMatter(contentDir, file, paths)) return undefined;
  }
  const stale = new Set<string>();
  const stamps = StampColumn.of(paths.length, (i) => {
    const stamp = before.at(i);
    const path = paths[i]!;
    // Through links a file has further names.
    if (stamp && !inodes.has(stamp.ino) && !touched.has(path)) return stamp;
    stale.add(path);
    return fileStamp(`${contentDir}/${path}`, true);
  });
  return {
    stampedAt,
    files: paths,
    stamps: () => stamps,
    listingFindings,
    stale,
    spoiled: new Set(),
    isSharedIntact: true,
    isUpToDate: false,
  };
}

/** Whether a path that was no note is one now, or is or was a folder; else it is an editor's own file. */
function mayMatter(contentDir: string, path: string, known: readonly string[]): boolean {
  const stats = statsOf(`${contentDir}/${path}`);
  if (stats === undefined) return known.some((each) => each.startsWith(`${path}/`));
  return !stats.isFile() || isNoteFile(path);
}
