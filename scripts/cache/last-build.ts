import type { Route } from "../../worker/contract/route.ts";
import type { BuildFigures } from "../build-result.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { ParsedFile } from "../crew/parsed-file.ts";
import type { Problem } from "../problems/problem.ts";
import type { Finding } from "../problems/problem-log.ts";

/** What a build leaves to the next one. Plain data. */
export interface LastBuild {
  /** Of all that the result depends on but the notes: another key, another result. */
  key: string;
  /** When the stamps were taken, milliseconds since 1970. */
  stampedAt: number;
  /** Patterns of files that are no notes. */
  ignore: readonly string[];
  /** What was wrong with the folder itself. */
  listingFindings: Finding[];
  /** By path in the content folder. */
  files: Map<string, LastFile>;
  /** Files made from all notes together, by path in the output folder. */
  shared: Map<string, FileStamp>;
  problems: Problem[];
  figures: BuildFigures;
}

/** A file of the content folder, with what came of it. */
export interface LastFile {
  stamp: FileStamp;
  parsed: ParsedFile;
  /** Absent where nothing was published. */
  output?: LastOutput;
}

export interface LastOutput {
  route: Route;
  stamp: FileStamp;
  /** What was wrong with its links. */
  problems: Problem[];
}
