import type { Route } from "../worker/contract/route.ts";
import type { CollectionStatistics } from "./notes/collection-statistics.ts";
import type { PlatformUse } from "./output/platform-use.ts";
import type { Problem } from "./problems/problem.ts";

/** What a run did. */
export interface BuildResult {
  /** Ordered by route; those that could be placed, where there are errors. */
  notes: readonly { file: string; route: Route }[];
  /** Made when it is read. Absent where the run looked at no more than what changed, or ended before links were resolved. */
  readonly statistics?: CollectionStatistics | undefined;
  /** By file, then by place. */
  problems: readonly Problem[];
  /** The text of a file that a problem may point into. */
  sourceOf: (file: string) => string | undefined;
  /** Absent where the run ended before there was an output. */
  figures?: BuildFigures;
}

export interface BuildFigures {
  files: number;
  bytes: number;
  indexBytes: number;
  /** Files whose bytes are new. */
  changed: number;
  use: PlatformUse;
  milliseconds: number;
}
