import { join } from "node:path";
import { type FileStamp, fileStamp } from "../content/file-stamp.ts";
import { listFiles } from "../content/list-files.ts";
import { outputPath } from "../output/output-path.ts";
import type { Finding } from "../problems/problem-log.ts";
import type { Progress } from "../progress/progress.ts";
import { isTrusted } from "./is-trusted.ts";
import type { LastBuild, LastFile } from "./last-build.ts";

/** How the content and the output lie on the disk, beside how the last build left them. */
export interface Survey {
  /** When it was begun, milliseconds since 1970. */
  stampedAt: number;
  /** By path in the content folder, ordered; undefined where there is no such file any more. */
  stamps: Map<string, FileStamp | undefined>;
  listingFindings: Finding[];
  /** Files of the content that may have changed. */
  stale: Set<string>;
  /** Files of the content whose output is not as the last build left it. */
  spoiled: Set<string>;
  /** Whether the files that are made from all notes are as the last build left them. */
  isSharedIntact: boolean;
  /** Whether all is as the last build left it. */
  isUpToDate: boolean;
}

export function survey(
  { contentDir, outDir }: { contentDir: string; outDir: string },
  ignore: readonly string[],
  last: LastBuild | undefined,
  progress: Progress,
): Survey {
  using _ = progress.begin("list");
  const stampedAt = Date.now();
  const { files, findings } = listFiles(contentDir, ignore);
  const stamps = new Map(files.map((file) => [file, fileStamp(join(contentDir, file), true)]));
  const stale = new Set<string>();
  const spoiled = new Set<string>();
  for (const [file, stamp] of stamps) {
    const before = last?.files.get(file);
    if (!last || !isTrusted(before?.stamp, stamp, last.stampedAt)) stale.add(file);
    if (before && isSpoiled(outDir, before)) spoiled.add(file);
  }
  const isSharedIntact =
    last !== undefined &&
    [...last.shared].every(([path, stamp]) => isSame(stamp, fileStamp(join(outDir, path))));
  const isUpToDate =
    isSharedIntact &&
    stale.size + spoiled.size === 0 &&
    files.length === last.files.size &&
    JSON.stringify(findings) === JSON.stringify(last.listingFindings);
  return {
    stampedAt,
    stamps,
    listingFindings: findings,
    stale,
    spoiled,
    isSharedIntact,
    isUpToDate,
  };
}

function isSpoiled(outDir: string, { output }: LastFile): boolean {
  if (!output) return false;
  return !isSame(output.stamp, fileStamp(join(outDir, outputPath(output.route))));
}

/** Moving a file changes its `ctime` and not what is in it. */
function isSame(before: FileStamp, now: FileStamp | undefined): boolean {
  return before.size === now?.size && before.mtime === now.mtime && before.ino === now.ino;
}
