import type { ContentConfig } from "../collections/content-config.ts";
import type { RuleSeverities } from "../problems/rules.ts";

/** What every shard of a build is told when it starts. */
export interface ShardJob {
  contentDir: string;
  config: ContentConfig;
  severities: RuleSeverities;
  /** So much of its notes it keeps while it waits for all others to be parsed, so that it need not read them again. */
  keptBytes: number;
}
