import { compareCodePoints } from "../../worker/contract/compare-code-points.ts";
import type { BuildResult } from "../build-result.ts";
import { sourceReader } from "../content/source-reader.ts";
import type { LastBuild } from "./last-build.ts";

/** The result of a build that had nothing to do: the last one's. */
export function upToDate(last: LastBuild, contentDir: string, started: number): BuildResult {
  const { paths, routes } = last.files.seen;
  const notes = paths
    .flatMap((file, i) => (routes[i] ? [{ file, route: routes[i] }] : []))
    .sort((a, b) => compareCodePoints(a.route, b.route));
  const milliseconds = performance.now() - started;
  return {
    notes,
    problems: last.problems,
    sourceOf: sourceReader(contentDir),
    figures: { ...last.figures, changed: 0, milliseconds },
  };
}
