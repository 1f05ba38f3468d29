import type { BuildStore } from "./cache/build-store.ts";
import type { LastBuild } from "./cache/last-build.ts";
import type { Survey } from "./cache/survey.ts";
import type { BuildOptions } from "./options/build-options.ts";
import type { Progress } from "./progress/progress.ts";

/** What a run starts from. */
export interface BuildStart {
  options: BuildOptions;
  /** Of all that the result depends on but the notes. */
  key: string;
  last: LastBuild | undefined;
  /** Undefined where there is no last build to compare with. */
  seen: Survey | undefined;
  store: BuildStore;
  progress: Progress;
  /** As `performance.now` gives it. */
  started: number;
}
