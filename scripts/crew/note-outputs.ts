import type { LastBuild, LastOutput } from "../cache/last-build.ts";
import { outputPath } from "../output/output-path.ts";
import type { LinkedFile } from "./linked-file.ts";
import type { VaultFile } from "./vault-file.ts";

/** What became of each published note: in this run, or, where it was left alone, in the last. */
export interface NoteOutput extends LastOutput {
  file: string;
  path: string;
}

const NO_STAMP = { size: 0, mtime: 0, ino: 0, ctime: 0 };

export function noteOutputs(
  vault: readonly VaultFile[],
  linked: readonly LinkedFile[],
  last: LastBuild | undefined,
): NoteOutput[] {
  const now = new Map(linked.map((each) => [each.file, each]));
  return vault.flatMap(({ file, route, parsed }): NoteOutput[] => {
    if (route === undefined || parsed.note === undefined) return [];
    const path = outputPath(route);
    const own = now.get(file);
    if (own) {
      const stamp = own.stamp ?? { ...NO_STAMP, size: own.size };
      return [{ file, route, path, stamp, problems: own.problems }];
    }
    const before = last?.files.get(file)?.output;
    return before ? [{ file, path, ...before }] : [];
  });
}
