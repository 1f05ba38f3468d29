import type { LinkTablesMemo } from "../wikilinks/link-tables.ts";
import type { LastBuild } from "./last-build.ts";

/** Where what a build leaves to the next one is kept. */
export interface BuildStore {
  /** Undefined where there is nothing, nothing whole, or nothing of this key. */
  load(key: string): LastBuild | undefined;
  save(last: LastBuild): void;
  /** For what is kept in memory alone, from build to build of a process. */
  readonly links?: LinkTablesMemo;
}
