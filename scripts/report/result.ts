import type { Route } from "../../worker/contract/route.ts";
import type { Language } from "../../worker/contract/search/languages.ts";
import type { Problem, RuleCount } from "../diagnostics/diagnostics.ts";
import type { CollectionStatistics } from "./statistics.ts";

export interface RunResult {
  /** The published notes, ordered by route; if there are errors, those that could be read and have a route. */
  notes: readonly { file: string; route: Route }[];
  /** Files that are not published: what withholds each withheld note, and the numbers of others. */
  leftOut?: { withheld: readonly string[]; hidden: number; unpublishable: number };
  /** If there are errors: routes of the last build whose notes are withheld now, or are gone. */
  stillPublic?: readonly Route[];
  /** Absent if the run ended before links were resolved. */
  statistics?: CollectionStatistics;
  /** Ordered by file, then by position. */
  problems: readonly Problem[];
  /** Counts of all problems, including those not listed. */
  counts: readonly RuleCount[];
  /** Advice to the owner that is not about a problem, one line each. */
  hint?: string | undefined;
  /** Returns the text of a file, for showing where a problem is. */
  sourceOf: (file: string) => string | undefined;
  /** Absent if the run ended before there was an output. */
  figures?: BuildFigures;
}

export interface BuildFigures {
  files: number;
  bytes: number;
  indexBytes: number;
  /** In which search finds other forms of a word. */
  language: Language;
  milliseconds: number;
}
