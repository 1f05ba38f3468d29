import { StampColumn } from "../content/stamp-column.ts";
import type { ParsedFile } from "../notes/parsed-file.ts";
import type { Placement } from "../notes/place-files.ts";
import type { LastFile, LastOutput } from "./last-file.ts";
import { LastFiles } from "./last-files.ts";
import type { Survey } from "./survey.ts";

/** All files of the content with what came of them; one that is not there any more is left out. */
export function toLastFiles(
  { files, stamps }: Survey,
  parsed: readonly ParsedFile[],
  outputs: readonly (LastOutput & { file: string })[],
  placement: Placement,
): LastFiles {
  const parsedByFile = new Map(parsed.map((each) => [each.file, each]));
  const outputByFile = new Map(outputs.map((each) => [each.file, each]));
  const byPath = new Map<string, LastFile>();
  for (const file of files) {
    const output = outputByFile.get(file);
    byPath.set(file, {
      parsed: parsedByFile.get(file) ?? { file, findings: [] },
      ...(output && { output }),
    });
  }
  const all = [...byPath.values()];
  const seen = {
    paths: files,
    stamps: stamps(),
    routes: all.map(({ output }) => output?.route ?? null),
    outputs: StampColumn.of(all.length, (i) => all[i]!.output?.stamp),
  };
  return new LastFiles(seen, () => byPath, placement);
}
