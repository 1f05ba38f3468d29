import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import { type FileStamp, fileStamp } from "../content/file-stamp.ts";
import { listFiles } from "../content/list-files.ts";
import { StampColumn } from "../content/stamp-column.ts";
import { outputPath } from "../output/output-path.ts";
import type { Finding } from "../problems/problem-log.ts";
import type { Progress } from "../progress/progress.ts";
import { isTrusted } from "./is-trusted.ts";
import type { LastBuild } from "./last-build.ts";

/** How the content and the output lie on the disk, beside how the last build left them. */
export interface Survey {
  /** When it was begun, milliseconds since 1970. */
  stampedAt: number;
  /** Relative to the content folder, by code point. */
  files: readonly string[];
  /** One a file. They may be taken when they are first asked for: one that is later than `stampedAt` is not trusted. */
  stamps: () => StampColumn;
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

/** @param found hears now and then how many files there are, while they are listed */
export async function survey(
  { contentDir, outDir }: { contentDir: string; outDir: string },
  ignore: readonly string[],
  last: LastBuild | undefined,
  progress: Progress,
  found?: (files: number) => void,
): Promise<Survey> {
  using _ = progress.begin("list");
  const stampedAt = Date.now();
  const { files, findings } = await listFiles(contentDir, ignore, found);
  let taken: StampColumn | undefined;
  const stamps = () => {
    taken ??= StampColumn.of(files.length, (i) => fileStamp(`${contentDir}/${files[i]}`, true));
    return taken;
  };
  const { stale, spoiled } = last ? compare(files, stamps(), outDir, last) : allStale(files);
  const isSharedIntact =
    last !== undefined &&
    [...last.shared].every(([path, stamp]) => isSame(stamp, fileStamp(`${outDir}/${path}`)));
  const isUpToDate =
    isSharedIntact &&
    stale.size + spoiled.size === 0 &&
    files.length === last.files.size &&
    JSON.stringify(findings) === JSON.stringify(last.listingFindings);
  return {
    stampedAt,
    files,
    stamps,
    listingFindings: findings,
    stale,
    spoiled,
    isSharedIntact,
    isUpToDate,
  };
}

function allStale(files: readonly string[]) {
  return { stale: new Set(files), spoiled: new Set<string>() };
}

/** Walks through the files of now and of the last build, which are in one order. */
function compare(
  files: readonly string[],
  stamps: StampColumn,
  outDir: string,
  { files: before, stampedAt }: LastBuild,
): { stale: Set<string>; spoiled: Set<string> } {
  const { paths, routes, stamps: stampsBefore, outputs } = before.seen;
  const stale = new Set<string>();
  const spoiled = new Set<string>();
  let at = 0;
  files.forEach((file, i) => {
    while (at < paths.length && paths[at] !== file && compareCodePoints(paths[at]!, file) < 0) at++;
    if (paths[at] !== file) {
      stale.add(file);
      return;
    }
    if (!isTrusted(stampsBefore.at(at), stamps.at(i), stampedAt)) stale.add(file);
    const route = routes[at];
    if (route && !isSame(outputs.at(at), fileStamp(`${outDir}/${outputPath(route)}`))) {
      spoiled.add(file);
    }
  });
  return { stale, spoiled };
}

/** Moving a file changes its `ctime` and not what is in it. */
function isSame(before: FileStamp | undefined, now: FileStamp | undefined): boolean {
  return (
    before !== undefined &&
    before.size === now?.size &&
    before.mtime === now.mtime &&
    before.ino === now.ino
  );
}
