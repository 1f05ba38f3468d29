import { lstatSync } from "node:fs";
import { fileStamp } from "../content/file-stamp.ts";
import type { LastBuild } from "./last-build.ts";
import type { Survey } from "./survey.ts";

const NOTE = /\.(?:md|markdown)$/i;

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
  const { paths } = files.seen;
  const stamps = paths.map((_, i) => files.stampAt(i));
  const inodes = new Set<number>();
  for (const file of touched) {
    const known = files.byPath.get(file);
    if (known && fileStamp(`${contentDir}/${file}`)) inodes.add(known.stamp.ino);
    else if (known || mayMatter(contentDir, file, paths)) return undefined;
  }
  const stale = new Set<string>();
  stamps.forEach(({ ino }, i) => {
    // Through links a file has further names.
    if (!inodes.has(ino) && !touched.has(paths[i]!)) return;
    stale.add(paths[i]!);
  });
  return {
    stampedAt,
    files: paths,
    stamps: stamps.map((stamp, i) =>
      stale.has(paths[i]!) ? fileStamp(`${contentDir}/${paths[i]}`, true) : stamp,
    ),
    listingFindings,
    stale,
    spoiled: new Set(),
    isSharedIntact: true,
    isUpToDate: false,
  };
}

/** Whether a path that was no note is one now, or is or was a folder; else it is an editor's own file. */
function mayMatter(contentDir: string, path: string, known: readonly string[]): boolean {
  const stats = lstatSync(`${contentDir}/${path}`, { throwIfNoEntry: false });
  if (stats === undefined) return known.some((each) => each.startsWith(`${path}/`));
  return !stats.isFile() || NOTE.test(path);
}
