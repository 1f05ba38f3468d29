import type { BuildOptions } from "../options/build-options.ts";
import type { Progress } from "./progress.ts";
import { ProgressBar } from "./progress-bar.ts";
import { progressLines } from "./progress-lines.ts";
import { SILENT } from "./silent.ts";

/** Of a terminal that does not tell how wide it is. */
const USUAL_COLUMNS = 80;

/** What shows the progress where a build runs: a bar on a terminal, a line a stage in CI, or nothing. */
export function openProgress({ quiet, report }: BuildOptions, env: NodeJS.ProcessEnv): Progress {
  const write = (text: string) => void process.stderr.write(text);
  if (quiet || report === "json") return SILENT;
  if (env.CI === "true" || env.GITHUB_ACTIONS === "true") return progressLines(write);
  const columns = () => process.stderr.columns || USUAL_COLUMNS;
  return process.stderr.isTTY ? new ProgressBar(write, performance.now(), columns) : SILENT;
}
