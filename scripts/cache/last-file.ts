import type { Route } from "../../worker/contract/route.ts";
import type { FileStamp } from "../content/file-stamp.ts";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { Problem } from "../problems/problem.ts";

/** A file of the content folder, with what came of it. */
export interface LastFile {
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
