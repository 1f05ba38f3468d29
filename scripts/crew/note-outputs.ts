import type { LastBuild } from "../cache/last-build.ts";
import type { LastOutput } from "../cache/last-file.ts";
import { StampColumn } from "../content/stamp-column.ts";
import { outputPath } from "../output/output-path.ts";
import type { Problem } from "../problems/problem.ts";
import type { LinkedNotes } from "./linked-notes.ts";
import type { PublishedFile } from "./published-files.ts";

/** What became of each published note: in this run, or, where it was left alone, in the last. */
export interface NoteOutput extends LastOutput {
  file: string;
  path: string;
  /** Whether its file is in the staging folder. */
  isChanged: boolean;
}

const NONE: Problem[] = [];

export function noteOutputs(
  published: readonly PublishedFile[],
  parts: readonly LinkedNotes[],
  last: LastBuild | undefined,
): NoteOutput[] {
  const now = new Map<number, Pick<NoteOutput, "stamp" | "problems" | "isChanged">>();
  for (const { notes, stamps, changed, problems } of parts) {
    const found = new Map(problems);
    const column = new StampColumn(stamps);
    notes.forEach((note, i) => {
      const stamp = column.at(i)!;
      now.set(note, { stamp, problems: found.get(note) ?? NONE, isChanged: changed[i] === 1 });
    });
  }
  const outputs: NoteOutput[] = [];
  published.forEach(({ file, route }, note) => {
    const path = outputPath(route);
    const own = now.get(note);
    const before = last?.files.byPath.get(file)?.output;
    if (own) outputs.push({ file, route, path, ...own });
    else if (before) outputs.push({ file, path, ...before, isChanged: false });
  });
  return outputs;
}
