import type { BuildFigures } from "../build-result.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { Problem } from "../problems/problem.ts";
import type { Finding } from "../problems/problem-log.ts";
import type { LastFiles } from "./last-files.ts";

/** What a build leaves to the next one. */
export interface LastBuild {
  /** Of all that the result depends on but the notes: another key, another result. */
  key: string;
  /** When the stamps were taken, milliseconds since 1970. */
  stampedAt: number;
  /** Patterns of files that are no notes. */
  ignore: readonly string[];
  /** What was wrong with the folder itself. */
  listingFindings: Finding[];
  files: LastFiles;
  /** Files made from all notes together, by path in the output folder. */
  shared: Map<string, FileStamp>;
  problems: Problem[];
  figures: BuildFigures;
}
