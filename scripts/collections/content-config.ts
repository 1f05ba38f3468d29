import type { RuleName, Severity } from "../report/rules.ts";
import type { Collection } from "./collection.ts";

/** What `collections.yaml` says, or what holds without one. */
export interface ContentConfig {
  /** `strict` with a `collections.yaml`, `lenient` without. */
  mode: "strict" | "lenient";
  /** The declared collections; undefined where each folder at the top is one. */
  collections: readonly Collection[] | undefined;
  /** The allowed tags; undefined allows any. */
  tags: ReadonlySet<string> | undefined;
  inlineTags: boolean;
  /** Names that wikilinks may hold before their notes exist. */
  planned: ReadonlySet<string>;
  /** Glob patterns of files that are no notes. */
  ignore: readonly string[];
  rules: ReadonlyMap<RuleName, Severity>;
}
