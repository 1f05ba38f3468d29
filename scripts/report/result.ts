import type { Route } from "../../worker/contract/route.ts";
import type { Problem, RuleCount } from "./problems.ts";
import type { CollectionStatistics } from "./statistics.ts";

export interface RunResult {
  /** Ordered by route; those that could be placed, where there are errors. */
  notes: readonly { file: string; route: Route }[];
  /** Absent where the run ended before links were resolved. */
  statistics?: CollectionStatistics;
  /** By file, then by place. */
  problems: readonly Problem[];
  /** Of all problems, those that are not listed included. */
  counts: readonly RuleCount[];
  /** Something an owner may want to know that is no problem, in a sentence or two. */
  hint?: string | undefined;
  /** The text of a file that a problem may point into. */
  sourceOf: (file: string) => string | undefined;
  /** Absent where the run ended before there was an output. */
  figures?: BuildFigures;
}

export interface BuildFigures {
  files: number;
  bytes: number;
  indexBytes: number;
  /** Of what the platform's free plan holds; 1 is all of it. */
  freePlanShare: number;
  milliseconds: number;
}
